import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Scope } from '~/contracts/identity/api-keys'
import type { ImportedNoun } from '~/contracts/records'
import * as importRoute from '~/pages/api/imports/[batchId]'
import { describeOnEngines, openOn } from '../setup/database'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'
import { workbook, workbookParts, zipped } from '../setup/workbook'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const product = {
  category: 'ASIC Miners',
  manufacturer: null,
  model: null,
  price: null,
  stockQuantity: 1,
  description: null,
  imageUrl: null,
}

describeOnEngines('a table of another program on %s', (engine) => {
  let shop: TestShop
  let admin: TestShop['visitor']
  let headers: Record<string, string>
  let routes: Awaited<ReturnType<typeof serveRoutes>>
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    const signedIn = await shop.signIn('admin')
    admin = signedIn.caller
    routes = await serveRoutes(shop, [{ path: /^\/api\/imports\/(?<batchId>[^/]+)$/, module: importRoute }])
    headers = await routes.signedIn(signedIn.sessionId)
  })
  beforeEach(async () => {
    const { prisma } = shop.db
    await prisma.product.deleteMany()
    await prisma.importBatch.deleteMany()
    await prisma.importMapping.deleteMany()
    await prisma.appliedImport.deleteMany()
    await prisma.part.deleteMany()
    await prisma.partType.deleteMany()
    await prisma.unit.deleteMany()
  })
  afterAll(async () => {
    await routes.close()
    await shop.close()
  })

  const send = async (noun: ImportedNoun, body: string | Uint8Array<ArrayBuffer>, fileName = 'table.csv') => {
    const { batchId } = await admin.imports.start({ noun, fileName })
    const type = typeof body === 'string' ? 'text/csv' : XLSX
    const answer = await fetch(`${routes.url}/api/imports/${batchId}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type },
      body,
    })
    const { message } = (await answer.json()) as { message?: string }
    return { batchId, status: answer.status, message }
  }
  const preview = async (noun: ImportedNoun, body: string | Uint8Array<ArrayBuffer>) => {
    const { batchId, status, message } = await send(noun, body)
    expect([status, message]).toEqual([200, undefined])
    return admin.imports.preview({ batchId, limit: 100 }).then((page) => ({ ...page, batchId }))
  }
  const file = (name: string) => readFileSync(`tests/cases/tables/${name}`, 'utf8')
  const mail = async () => (await shop.db.prisma.caseEmail.count()) + (await shop.db.prisma.mailToken.count())

  it('shows its first rows and matches its columns, which can be set by hand; the next file with them is read the same', async () => {
    const list = file('asic-price-list.csv')
    const first = await preview('products', list)
    expect(first.columns.map(({ name, field }) => [name, field])).toEqual([
      ['Brand', 'manufacturer'],
      ['Model', 'model'],
      ['Hashrate (TH/s)', 'hashrate'],
      ['Power (W)', 'power'],
      ['Price (EUR)', 'price'],
      ['Qty', 'stockQuantity'],
    ])
    expect(first.columns[4]?.sample).toEqual(['€3,450.00', '€1,050', 'call us', '€2,200.50'])
    expect(first).toMatchObject({ missing: ['category'], counts: { new: 0, wrong: 4 } })
    expect(first.rows[0]?.faults).toEqual([
      { field: 'category', message: 'A new one needs it: choose its column, or a value for all rows' },
    ])
    const columns = first.columns.map(({ field }) => (field === 'power' ? null : field))
    await admin.imports.map({ batchId: first.batchId, columns, fixed: { category: 'ASIC Miners' } })
    const mapped = await admin.imports.preview({ batchId: first.batchId })
    expect(mapped).toMatchObject({ missing: [], fixed: { category: 'ASIC Miners' }, counts: { new: 3, wrong: 1 } })
    expect(mapped.rows.map(({ line, verdict }) => [line, verdict])).toEqual([
      [5, 'new'],
      [6, 'new'],
      [7, 'wrong'],
      [9, 'new'],
    ])
    expect(await admin.imports.commit({ batchId: first.batchId })).toEqual({
      noun: 'products',
      new: 3,
      changed: 0,
      unchanged: 0,
      leftOut: 1,
    })
    const again = await preview('products', list.replace('"€1,050"', '"€1,040"'))
    expect(again).toMatchObject({ fixed: { category: 'ASIC Miners' }, counts: { new: 0, changed: 1, unchanged: 2, wrong: 1 } })
    expect(again.columns.map(({ field }) => field)).toEqual(columns)
    const map = (more: object) => admin.imports.map({ batchId: again.batchId, columns, ...more })
    await expect(map({ columns: ['name'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(map({ columns: columns.map(() => 'name') })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(map({ columns: columns.map(() => 'passwordHash') })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('makes no second product of a name in other letters, and keeps the spelling of the record', async () => {
    const { id } = await admin.products.create({ ...product, name: 'Antminer S21', manufacturer: 'Bitmain', price: 5 })
    const table = 'Name,Manufacturer,Category,Price\nANTMINER s21,BITMAIN,ASIC Miners,6\nNew one,,ASIC Miners,1\nNEW ONE,,ASIC Miners,2\n'
    const { batchId, counts, rows } = await preview('products', table)
    expect(counts).toEqual({ new: 0, changed: 1, unchanged: 0, wrong: 2 })
    expect(rows[0]?.fields).toEqual([{ field: 'price', before: 5, after: 6 }])
    await admin.imports.commit({ batchId })
    expect(await admin.products.byId({ id })).toMatchObject({ name: 'Antminer S21', manufacturer: 'Bitmain', price: 6, stockQuantity: 1 })
  })

  it('is taken back as one, but for what was changed or used since; once', async () => {
    const old = await admin.products.create({ ...product, name: 'Old', price: 5 })
    const edited = await admin.products.create({ ...product, name: 'Edited', price: 5 })
    const { batchId } = await preview(
      'products',
      'Name,Category,Price,Stock\nOld,Parts,6,2\nEdited,Parts,6,2\nAdded,Parts,7,3\nKept,Parts,8,\n',
    )
    await admin.imports.commit({ batchId })
    const kept = (await admin.products.list({ search: 'Kept' })).rows[0]
    expect(kept).toMatchObject({ stockQuantity: 0 })
    await admin.products.update({ ...product, id: edited.id, name: 'Edited', price: 9 })
    await admin.products.update({ ...product, id: kept?.id ?? '', name: 'Kept', price: 10 })
    expect((await admin.imports.applied({ noun: 'products' })).rows.find(({ id }) => id === batchId)).toMatchObject({
      fileName: 'table.csv',
      added: 2,
      changed: 2,
      undoneAt: null,
    })
    expect(await admin.imports.undo({ batchId })).toEqual({ removed: 1, restored: 1, kept: 2 })
    expect(await admin.products.byId({ id: old.id })).toMatchObject({ category: 'ASIC Miners', price: 5, stockQuantity: 1 })
    expect(await admin.products.byId({ id: edited.id })).toMatchObject({ price: 9 })
    expect((await admin.products.list({})).rows.map(({ name }) => name).toSorted()).toEqual(['Edited', 'Kept', 'Old'])
    const history = (await admin.audit.history({ subjectType: 'product', subjectId: old.id })).rows
    expect(history[0]).toMatchObject({ action: 'product.updated', after: { price: 5, category: 'ASIC Miners', stockQuantity: 1 } })
    await expect(admin.imports.undo({ batchId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.imports.undo({ batchId: old.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('adds customers without an email to anybody, changes no account, and knows those without an address by number and name', async () => {
    const before = await mail()
    await shop.db.prisma.user.create({ data: { email: 'Ivy@Example.com', profile: { create: { email: 'Ivy@Example.com' } } } })
    const known = await shop.db.prisma.user.create({
      data: { email: 'hal@example.com', profile: { create: { email: 'hal@example.com', fullName: 'Hal' } } },
    })
    const magento = await preview('users', file('magento-customers.csv').replace('hal@', 'HAL@'))
    expect(magento.rows.map(({ verdict, faults }) => [verdict, faults[0]?.message])).toEqual([
      ['unchanged', undefined],
      ['wrong', 'Another account has this address, in other letters'],
    ])
    const shopify = await preview('users', file('shopify-customers.csv'))
    expect(shopify.counts).toEqual({ new: 2, changed: 0, unchanged: 0, wrong: 2 })
    expect(await admin.imports.commit({ batchId: shopify.batchId })).toMatchObject({ new: 2, leftOut: 2 })
    const ada = (await admin.users.list({ search: 'ada@example.com' })).rows[0]
    expect(ada).toMatchObject({ email: 'ada@example.com', fullName: 'Ada Example', phone: '+447700900101', role: 'customer' })
    const ben = (await admin.users.list({ search: 'Ben Example' })).rows[0]
    expect(await admin.customers.byId({ id: ben?.userId ?? '' })).toMatchObject({ email: null, phone: '+447700900102', hasAccount: false })
    expect((await preview('users', file('shopify-customers.csv'))).counts).toEqual({ new: 0, changed: 0, unchanged: 2, wrong: 2 })
    expect(await shop.db.prisma.profile.findUniqueOrThrow({ where: { userId: known.id } })).toMatchObject({ fullName: 'Hal' })
    expect(await mail()).toBe(before)
    // Ada has signed in meanwhile: her account stays.
    await shop.db.prisma.user.update({ where: { id: ada?.userId ?? '' }, data: { emailVerifiedAt: new Date() } })
    expect(await admin.imports.undo({ batchId: shopify.batchId })).toEqual({ removed: 1, restored: 0, kept: 1 })
    expect((await admin.users.list({ search: 'Example' })).rows.map(({ fullName }) => fullName)).not.toContain('Ben Example')
  })

  it('reads the language of customers by its name or its tag', async () => {
    const file =
      'Email,Name,Preferred language\nlea@example.com,Lea,German\nluc@example.com,Luc,fr_CH\nlou@example.com,Lou,\nlin@example.com,Lin,Elvish\n'
    const { batchId, rows } = await preview('users', file)
    expect(rows.map(({ verdict, faults }) => [verdict, faults[0]?.field])).toEqual([
      ['new', undefined],
      ['new', undefined],
      ['new', undefined],
      ['wrong', 'language'],
    ])
    await admin.imports.commit({ batchId })
    const found = (await admin.users.list({ search: '@example.com', limit: 50 })).rows.filter(({ email }) => email.startsWith('l'))
    expect(Object.fromEntries(found.map(({ email, language }) => [email, language]))).toEqual({
      'lea@example.com': 'de',
      'luc@example.com': 'fr-CH',
      'lou@example.com': null,
    })
  })

  it('keeps serial numbers of units apart, however they are typed', async () => {
    const { id } = await admin.units.create({
      manufacturer: 'BITMAIN',
      model: 'Antminer S19',
      serialNumber: 'sn 0001-xyz',
      owner: 'company',
    })
    const { batchId, counts, rows } = await preview('units', file('snipe-it-assets.csv'))
    expect(counts).toEqual({ new: 1, changed: 1, unchanged: 0, wrong: 1 })
    expect(rows[0]?.fields.map(({ field }) => field).toSorted()).toEqual(['cost', 'location'])
    await admin.imports.map({
      batchId,
      columns: (await admin.imports.preview({ batchId })).columns.map(({ field }) => field),
      fixed: { owner: 'company' },
    })
    expect(await admin.imports.commit({ batchId })).toMatchObject({ new: 1, changed: 1, leftOut: 1 })
    expect(await admin.units.byId({ id })).toMatchObject({
      serialNumber: 'sn 0001-xyz',
      manufacturer: 'BITMAIN',
      location: 'Rack 1',
      cost: 1266.13,
      state: 'bought',
    })
    const added = (await admin.units.list({ search: 'SN0002XYZ' })).rows[0]
    expect(added).toMatchObject({ owner: 'company', state: 'bought', cost: 2292.94 })
    await expect(admin.units.create({ manufacturer: 'Bitmain', model: '', serialNumber: 'sn-0002-xyz' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect((await preview('units', file('snipe-it-assets.csv'))).counts).toEqual({ new: 0, changed: 0, unchanged: 2, wrong: 1 })
    expect(await admin.imports.undo({ batchId })).toEqual({ removed: 1, restored: 1, kept: 0 })
    expect(await admin.units.byId({ id })).toMatchObject({ location: null, cost: null })
  })

  it('receives parts as the desk does, and never fewer than the record has', async () => {
    const { batchId, counts } = await preview('parts', file('snipe-it-components.csv'))
    expect(counts).toEqual({ new: 3, changed: 0, unchanged: 0, wrong: 0 })
    expect(await admin.imports.commit({ batchId })).toMatchObject({ new: 3 })
    const types = async () => (await admin.parts.types({})).rows.map(({ name, kind, inStock, cost }) => [name, kind, inStock, cost])
    expect(await types()).toEqual([
      ['Control board C52', 'control_board', 1, 80],
      ['Fan 12038', 'fan', 24, 9.5],
      ['Hashboard S19', 'hashboard', 10, 250],
    ])
    expect((await admin.parts.list({ search: 'CB0001' })).rows[0]).toMatchObject({ location: 'Shelf A3', state: 'in_stock', cost: 80 })
    expect((await preview('parts', file('snipe-it-components.csv'))).counts).toEqual({ new: 0, changed: 0, unchanged: 3, wrong: 0 })
    const next = await preview(
      'parts',
      'Item Name,Quantity,Serial number\nfan 12038,30,\nHASHBOARD S19,4,\nControl board C52,,CB-0001\nControl board C52,,CB0002\n',
    )
    expect(next.rows.map(({ verdict, faults }) => [verdict, faults[0]?.message])).toEqual([
      ['changed', undefined],
      ['wrong', 'The record has 10: count the parts to write some off'],
      ['unchanged', undefined],
      ['changed', undefined],
    ])
    await admin.imports.commit({ batchId: next.batchId })
    expect((await types()).map(([, , inStock]) => inStock)).toEqual([2, 30, 10])
    expect(await admin.imports.undo({ batchId: next.batchId })).toEqual({ removed: 7, restored: 0, kept: 0 })
    expect((await types()).map(([, , inStock]) => inStock)).toEqual([1, 24, 10])
  })

  it('is open to those who may write such records alone', async () => {
    const only = async (scopes: Scope[]) => {
      const { caller, userId } = await shop.signIn('admin')
      await shop.db.prisma.profile.update({ where: { userId }, data: { scopes } })
      return caller
    }
    const importer = await only(['imports:write', 'parts:write'])
    await expect(importer.imports.start({ noun: 'users', fileName: 'x.csv' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(importer.imports.start({ noun: 'units', fileName: 'x.csv' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(importer.imports.applied({ noun: 'users' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(importer.imports.start({ noun: 'parts', fileName: 'x.csv' })).resolves.toMatchObject({
      batchId: expect.any(String) as string,
    })
    const { batchId } = await preview('users', 'email\njo@example.com\n')
    await admin.imports.commit({ batchId })
    await expect(importer.imports.undo({ batchId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('is read from a workbook in a process of its own, below titles and beside a hidden sheet', async () => {
    const rows = [
      ['Stock list'],
      null,
      ['Product Name', 'Category', 'Sales Price', 'Qty', 'Active', 'Since'],
      ['Rig & rack', 'Rigs', 1300.5, 2, true, { value: 45_992, style: 1 }],
      ['Fan "12038"', 'Parts', '€1,234.50', 12, false, null],
      ['Cable', 'Parts', 1.234, 5],
      [null],
      ['Long one', 'Parts', { value: 99.989999999999995, style: 2 }, 1],
    ]
    const table = await preview('products', workbook(rows))
    expect(table.rows.map(({ line, verdict, name }) => [line, verdict, name])).toEqual([
      [4, 'new', 'Rig & rack'],
      [5, 'new', 'Fan "12038"'],
      [6, 'wrong', 'Cable'],
      [8, 'new', 'Long one'],
    ])
    expect(table.columns[5]?.sample[0]).toBe('2025-12-01')
    expect(table.rows[0]?.fields).toEqual(expect.arrayContaining([{ field: 'price', before: null, after: 1300.5 }]))
    expect(table.rows[2]?.faults).toEqual([{ field: 'price', message: 'At most two decimals' }])
    expect(table.rows[3]?.fields).toEqual(expect.arrayContaining([{ field: 'price', before: null, after: 99.99 }]))
  })

  it('is refused in words where it is no table', async () => {
    const parts = workbookParts([['Name', 'Category']])
    const refused = async (body: Uint8Array<ArrayBuffer>) => (await send('products', body)).message
    expect(await refused(zipped({ 'a.txt': 'x' }))).toContain('not a workbook that can be read')
    expect(await refused(zipped({ ...parts, 'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row>' }))).toContain(
      'not a workbook that can be read',
    )
    expect(await refused(workbook([]))).toBe('The workbook has no rows.')
    expect(await refused(zipped({ ...parts, 'xl/worksheets/sheet2.xml': ' '.repeat(60 * 1024 * 1024) }))).toContain('too large')
    expect(await refused(zipped({ ...parts, 'xl/worksheets/sheet2.xml': '<a>'.repeat(1_000) }))).toContain('too large')
    expect(await refused(Uint8Array.from(Buffer.from('d0cf11e0a1b11ae1', 'hex')))).toContain('.xls')
    expect(await refused(workbook([['Name', 'Category']]))).toBe('The file has a header but no rows.')
  })
})
