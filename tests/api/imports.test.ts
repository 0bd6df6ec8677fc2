import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import type { ImportedNoun } from '~/contracts/records'
import * as exportRoute from '~/pages/api/export/[file]'
import * as importRoute from '~/pages/api/imports/[batchId]'
import * as errorsRoute from '~/pages/api/imports/[batchId]/errors.csv'
import { startSession } from '~/server/identity/auth/sessions'
import { describeOnEngines, openOn } from '../setup/database'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

const product = {
  category: 'ASIC Miners',
  manufacturer: null,
  model: null,
  price: null,
  stockQuantity: 1,
  description: null,
  imageUrl: null,
}

describeOnEngines('an import on %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  let headers: Record<string, string>
  let routes: Awaited<ReturnType<typeof serveRoutes>>
  let statementsOf: ReturnType<typeof countStatements>['statementsOf']
  let now = TEST_NOW
  beforeAll(async () => {
    const counted = countStatements(await openOn(engine))
    statementsOf = counted.statementsOf
    shop = await openTestShop({ db: counted.db, now: () => now })
    const signedIn = await shop.signIn('admin')
    admin = signedIn.caller
    routes = await serveRoutes(shop, [
      { path: /^\/api\/imports\/(?<batchId>[^/]+)$/, module: importRoute },
      { path: /^\/api\/imports\/(?<batchId>[^/]+)\/errors\.csv$/, module: errorsRoute },
      { path: /^\/api\/export\/(?<file>[^/]+)$/, module: exportRoute },
    ])
    headers = await routes.signedIn(signedIn.sessionId)
  })
  beforeEach(async () => {
    now = TEST_NOW
    await shop.db.prisma.product.deleteMany()
    await shop.db.prisma.tradeInMachine.deleteMany()
    await shop.db.prisma.importBatch.deleteMany()
  })
  afterAll(async () => {
    await routes.close()
    await shop.close()
  })

  const upload = async (noun: ImportedNoun, body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
    const { batchId } = await admin.imports.start({ noun, fileName: 'rows.csv' })
    const answer = await fetch(`${routes.url}/api/imports/${batchId}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'text/csv', ...more },
      body,
    })
    return { batchId, status: answer.status, message: ((await answer.json()) as { message?: string }).message }
  }
  const refusal = async (noun: ImportedNoun, body: string | Uint8Array<ArrayBuffer>) => {
    const { status, message, batchId } = await upload(noun, body)
    expect(status).toBe(422)
    expect(await admin.imports.progress({ batchId })).toMatchObject({ state: 'failed', failure: message })
    return message
  }
  const counts = async (batchId: string) => (await admin.imports.preview({ batchId })).counts

  it('tells new, changed, unchanged and wrong rows apart, with the fields and the lines', async () => {
    const same = await admin.products.create({ ...product, name: 'Same', price: 10.5 })
    const byId = await admin.products.create({ ...product, name: 'By id', manufacturer: 'Bitmain', model: 'S19', stockQuantity: 3 })
    await admin.products.create({ ...product, name: 'By name', manufacturer: 'Bitmain', model: 'S21', price: 99 })
    const file = [
      'id,name,category,manufacturer,model,price,stockQuantity',
      `${same.id},Same,ASIC Miners,,,10.50,1`,
      `${byId.id},Renamed,ASIC Miners,Bitmain,S19,,4`,
      ',By name,ASIC Miners,Bitmain,S21,100,1',
      ',"Quite\r\nnew",Parts,,,7.5,12',
      '',
      ',Bad price,Parts,,,many,12',
      ',,Parts,,,1,x',
      '00000000-0000-4000-8000-000000000000,Nobody,Parts,,,1,1',
      ',Short,Parts',
      ',Twice,Parts,,,1,1',
      ',Twice,Parts,,,2,1',
    ].join('\r\n')
    const { batchId, status } = await upload('products', file)
    expect(status).toBe(200)

    const preview = await admin.imports.preview({ batchId })
    expect(preview).toMatchObject({
      state: 'ready',
      noun: 'products',
      rowsRead: 10,
      counts: { new: 1, changed: 2, unchanged: 1, wrong: 6 },
    })
    expect(preview.bytesRead).toBe(Buffer.byteLength(file))
    const rows = preview.rows.map(({ line, verdict, name }) => [line, verdict, name])
    expect(rows).toEqual([
      [2, 'unchanged', 'Same'],
      [3, 'changed', 'Renamed'],
      [4, 'changed', 'By name'],
      [5, 'new', 'Quite\r\nnew'],
      [8, 'wrong', 'Bad price'],
      [9, 'wrong', ''],
      [10, 'wrong', 'Nobody'],
      [11, 'wrong', 'Short'],
      [12, 'wrong', 'Twice'],
      [13, 'wrong', 'Twice'],
    ])
    expect((await admin.imports.preview({ batchId, verdict: 'changed' })).rows.map((row) => row.fields)).toEqual([
      expect.arrayContaining([
        { field: 'name', before: 'By id', after: 'Renamed' },
        { field: 'stockQuantity', before: 3, after: 4 },
      ]),
      [{ field: 'price', before: 99, after: 100 }],
    ])
    const wrong = await admin.imports.preview({ batchId, verdict: 'wrong', limit: 4 })
    expect(wrong.rows.map((row) => row.faults)).toEqual([
      [{ field: 'price', message: 'Must be a plain number, such as 1300.50' }],
      [
        { field: 'stockQuantity', message: 'Must be a plain number, such as 1300.50' },
        { field: 'name', message: 'Name is required' },
      ],
      [{ field: 'id', message: 'There is no product with this id' }],
      [{ field: null, message: 'The header has 7 columns, this row 3' }],
    ])
    const rest = await admin.imports.preview({ batchId, verdict: 'wrong', limit: 4, cursor: wrong.nextCursor })
    expect(rest.rows.map((row) => row.faults[0]?.message)).toEqual(['Another row means the same product', 'Means the same as line 12'])
    expect(rest.nextCursor).toBeNull()
    // Wrong rows are left out; a file of nothing else is refused.
    expect(await admin.imports.commit({ batchId })).toEqual({ noun: 'products', new: 1, changed: 2, unchanged: 1, leftOut: 6 })
    expect((await admin.products.list({})).total).toBe(4)
    const bad = await upload('products', 'name,category,price\nA,Parts,many\nB,Parts,much\n')
    await expect(admin.imports.commit({ batchId: bad.batchId })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('All 2 rows are wrong') as string,
    })
  })

  it('applies a file as a whole, tells the history, and leaves what the file has no column for', async () => {
    const old = await admin.products.create({ ...product, name: 'Old', price: 5, description: 'Stays', isActive: false })
    const { batchId } = await upload('products', 'name;category;stockQuantity;price\nOld;ASIC Miners;9;5\nNew;Parts;2;1.25\n')
    expect(await admin.imports.commit({ batchId })).toEqual({ noun: 'products', new: 1, changed: 1, unchanged: 0 })
    expect(await admin.products.byId({ id: old.id })).toMatchObject({
      stockQuantity: 9,
      price: 5,
      description: 'Stays',
      isActive: false,
      version: 2,
    })
    const added = (await admin.products.list({ search: 'New' })).rows[0]
    expect(added).toMatchObject({ name: 'New', category: 'Parts', price: 1.25, stockQuantity: 2, isActive: true, manufacturer: null })
    const history = async (id: string) => (await admin.audit.history({ subjectType: 'product', subjectId: id })).rows
    expect((await history(old.id))[0]).toMatchObject({
      action: 'product.updated',
      before: { stockQuantity: 1 },
      after: { stockQuantity: 9 },
    })
    expect(await history(added?.id ?? '')).toMatchObject([{ action: 'product.created', before: null, after: { name: 'New', price: 1.25 } }])
    await expect(admin.imports.preview({ batchId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await shop.visitor.products.shop()).products.map(({ name }) => name)).toContain('New')
    expect(await shop.db.prisma.importRow.count()).toBe(0)
  })

  it('refuses to write over what somebody has changed since the preview, and shows what would change now', async () => {
    const old = await admin.products.create({ ...product, name: 'Old' })
    const { batchId } = await upload('products', 'name,category,stockQuantity\nOld,ASIC Miners,9\nNew,Parts,1\n')
    await admin.products.update({ ...product, id: old.id, name: 'Old', stockQuantity: 7 })
    await admin.products.create({ ...product, name: 'New', category: 'Parts' })
    await expect(admin.imports.commit({ batchId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('2 rows') as string,
    })
    expect((await admin.products.byId({ id: old.id })).stockQuantity).toBe(7)
    const preview = await admin.imports.preview({ batchId })
    expect(preview.counts).toEqual({ new: 0, changed: 1, unchanged: 1, wrong: 0 })
    expect(preview.rows[0]?.fields).toEqual([{ field: 'stockQuantity', before: 7, after: 9 }])
    expect(await admin.imports.commit({ batchId })).toMatchObject({ changed: 1, unchanged: 1, new: 0 })
  })

  it('takes an export back after it was edited, and unchanged rows as such, formulas and all', async () => {
    const names = ['=1+1', "'=quoted", '-5 offer', 'plain, "quoted"', 'Zürich\nline']
    for (const name of names)
      await admin.products.create({ ...product, name, manufacturer: '@maker', price: 1300.5, description: '+44 20' })
    const exported = await (await fetch(`${routes.url}/api/export/products.csv`, { headers })).text()
    expect(exported).toContain(`'=1+1`)
    const { batchId } = await upload('products', exported)
    expect(await counts(batchId)).toEqual({ new: 0, changed: 0, unchanged: 5, wrong: 0 })
    const edited = await upload('products', exported.replaceAll('1300.50', '1400'))
    expect(await admin.imports.commit({ batchId: edited.batchId })).toMatchObject({ changed: 5 })
    const rows = (await admin.products.list({})).rows
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(rows.every(({ price, description }) => price === 1400 && description === '+44 20')).toBe(true)
  })

  it("takes the fields of the shop's page there and back, and leaves alone what has no column", async () => {
    const given = { isPreOrder: true, condition: 'Used', rating: 4.5, hashrate: '1 TH/s', power: '2W', efficiency: '2 J/TH' }
    const more = { collections: ['best-sellers', 'new-in'], shopUrl: 'https://shop.example/p' }
    const { id } = await admin.products.create({ ...product, name: 'Shown', ...given, ...more })
    const exported = await (await fetch(`${routes.url}/api/export/products.csv?search=Shown`, { headers })).text()
    expect(exported).toContain('true,Used,4.5,1 TH/s,2W,2 J/TH,"best-sellers, new-in",https://shop.example/p')
    expect(await counts((await upload('products', exported)).batchId)).toEqual({ new: 0, changed: 0, unchanged: 1, wrong: 0 })

    const header = 'name,category,stockQuantity,isPreOrder,condition,rating,collections,shopUrl'
    const lines = [
      'Shown,ASIC Miners,1,no,,3.9,Sale,',
      'Added,ASIC Miners,1,yes,Used,,"Sale, New in",https://shop.example/a',
      'Bad,ASIC Miners,1,maybe,,6,☆,ftp://x',
    ]
    const { batchId } = await upload('products', [header, ...lines].join('\n'))
    const { rows } = await admin.imports.preview({ batchId })
    expect(rows[0]?.fields).toEqual(expect.arrayContaining([{ field: 'collections', before: 'best-sellers, new-in', after: 'sale' }]))
    expect(rows[2]?.faults.map(({ field }) => field).toSorted()).toEqual(['collections', 'isPreOrder', 'rating', 'shopUrl'])
    const good = await upload('products', [header, ...lines.slice(0, 2)].join('\n'))
    expect(await admin.imports.commit({ batchId: good.batchId })).toMatchObject({ new: 1, changed: 1 })
    expect(await admin.products.byId({ id })).toMatchObject({
      ...given,
      isPreOrder: false,
      condition: 'New',
      rating: 3.9,
      collections: ['sale'],
      shopUrl: null,
    })
    const [added] = (await admin.products.list({ search: 'Added' })).rows
    expect(await admin.products.byId({ id: added?.id ?? '' })).toMatchObject({
      isPreOrder: true,
      condition: 'Used',
      rating: null,
      collections: ['sale', 'new-in'],
      shopUrl: 'https://shop.example/a',
      hashrate: null,
    })
  })

  it('finds the rows of a large file at once, and leaves its index as it was', async () => {
    const options = async () => {
      const [index] = await shop.db.prisma.$queryRaw<{ options: string[] }[]>`
        SELECT reloptions AS options FROM pg_class WHERE relname = 'products_search_idx'`
      return index?.options
    }
    const before = await options()
    const lines = Array.from({ length: 2_500 }, (_, row) => `Rig ${row},ASIC Miners,4`)
    const { batchId } = await upload('products', ['name,category,stockQuantity', ...lines].join('\n'))
    expect(await admin.imports.commit({ batchId })).toMatchObject({ new: 2_500 })
    expect(await admin.products.list({ search: 'rig 2499' })).toMatchObject({ matching: 1, total: 2_500 })
    expect(await options()).toEqual(before)
  })

  it('imports machines by manufacturer and model', async () => {
    await admin.machines.create({
      ...{
        manufacturer: 'Bitmain',
        model: 'S19',
        hashrate: '95 TH/s',
        baseValueExcellent: 900,
        baseValueGood: 1,
        baseValueFair: 1,
        baseValuePoor: 1,
      },
    })
    const file = 'Manufacturer,Model,BaseValueExcellent,IsActive\nBitmain,S19,950.5,TRUE\nCanaan,A15,10,no\nCanaan,A15 Pro,10,perhaps\n'
    const first = await upload('machines', file)
    expect(await counts(first.batchId)).toEqual({ new: 1, changed: 1, unchanged: 0, wrong: 1 })
    const errors = await (await fetch(`${routes.url}/api/imports/${first.batchId}/errors.csv`, { headers })).text()
    expect(parse(errors, { bom: true })).toEqual([
      ['Manufacturer', 'Model', 'BaseValueExcellent', 'IsActive', 'error'],
      ['Canaan', 'A15 Pro', '10', 'perhaps', 'Line 4: isActive: Must be true or false'],
    ])
    const corrected = await upload('machines', errors.replace('perhaps', 'yes'))
    expect(await admin.imports.commit({ batchId: corrected.batchId })).toMatchObject({ new: 1 })
    expect((await admin.machines.list({ search: 'A15 Pro' })).rows[0]).toMatchObject({
      baseValueExcellent: 10,
      isActive: true,
      category: 'ASIC Miner',
      hashrate: '',
    })
  })

  it('says clearly what is wrong with a file as a whole', async () => {
    expect(await refusal('products', 'name,colour,stockQuantity,size\n')).toBe('The file has a header but no rows.')
    expect(await refusal('machines', 'manufacturer,model\n')).toBe('The file has a header but no rows.')
    expect(await refusal('machines', '')).toBe('The file is empty.')
    expect(await refusal('machines', 'manufacturer,model\nA,"open\n')).toContain('opens in line 2')
    expect(await refusal('machines', Uint8Array.from(Buffer.from('manufacturer,model\nZürich,A\n', 'latin1')))).toContain('not in UTF-8')
    expect(await refusal('machines', Uint8Array.from(Buffer.from('\ufeffmanufacturer,model\nA,B\n', 'utf16le')))).toContain('not in UTF-8')
    expect(await refusal('machines', Uint8Array.from(Buffer.from('PK\u0003\u0004sheet')))).toContain('not a CSV file')
  })

  it('is for the administrator who has started it alone, from this site, once', async () => {
    const { batchId } = await admin.imports.start({ noun: 'machines', fileName: 'rows.csv' })
    const other = await shop.signIn('admin')
    const customer = await shop.signIn('customer')
    const post = async (more: Record<string, string>) =>
      (
        await fetch(`${routes.url}/api/imports/${batchId}`, {
          method: 'POST',
          headers: { 'Content-Type': 'text/csv', ...more },
          body: 'manufacturer,model\nA,B\n',
        })
      ).status
    expect(await post({})).toBe(401)
    expect(await post(await routes.signedIn(customer.sessionId))).toBe(403)
    expect(await post(await routes.signedIn(other.sessionId))).toBe(404)
    expect(await post({ ...headers, Origin: 'https://elsewhere.example' })).toBe(403)
    expect(await post({ ...headers, 'Content-Type': 'text/plain' })).toBe(415)
    expect(await post(headers)).toBe(200)
    expect(await post(headers)).toBe(409)
    await expect(other.caller.imports.preview({ batchId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(other.caller.imports.commit({ batchId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(customer.caller.imports.commit({ batchId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(shop.visitor.imports.start({ noun: 'machines', fileName: 'x' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await other.caller.imports.cancel({ batchId })
    expect((await admin.imports.progress({ batchId })).state).toBe('ready')
    await admin.imports.cancel({ batchId })
    await expect(admin.imports.progress({ batchId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await shop.db.prisma.importRow.count()).toBe(0)
  })

  it('is removed when nobody has applied it for a day', async () => {
    const { batchId } = await upload('machines', 'manufacturer,model\nA,B\n')
    now = new Date(TEST_NOW.getTime() + 25 * 60 * 60 * 1000)
    // An administrator's session does not last that long.
    const { userId } = await shop.db.prisma.importBatch.findUniqueOrThrow({ where: { id: batchId }, select: { userId: true } })
    admin = shop.callerOf(await startSession(shop.services, userId))
    await admin.imports.start({ noun: 'machines', fileName: 'next.csv' })
    await expect(admin.imports.progress({ batchId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('needs as many statements for a preview of a thousand rows as of two, and few to apply them', async () => {
    const fileOf = (rows: number) =>
      ['manufacturer,model', ...Array.from({ length: rows }, (_, index) => `Maker,Model ${rows}-${index}`)].join('\n')
    const two = await upload('machines', fileOf(2))
    const many = await upload('machines', fileOf(1_500))
    const previewOf = (batchId: string) => statementsOf(() => admin.imports.preview({ batchId, limit: 100 }))
    expect(await previewOf(many.batchId)).toBe(await previewOf(two.batchId))
    let applied: string[] = []
    const apply = () => {
      const batchId = applied.pop()
      return batchId ? admin.imports.commit({ batchId }) : Promise.resolve()
    }
    const staged = async (rows: number) => (await upload('machines', fileOf(rows))).batchId
    applied = [await staged(3), await staged(4), await staged(5)]
    const few = await statementsOf(apply)
    applied = [await staged(1_501), await staged(1_502), await staged(1_503)]
    // Two more statements for each further thousand rows, and five that keep the search index for the end.
    expect(await statementsOf(apply)).toBeLessThanOrEqual(few + 9)
  })
})
