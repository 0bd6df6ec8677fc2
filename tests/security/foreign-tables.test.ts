import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Scope } from '~/contracts/identity/api-keys'
import { MOST_COLUMNS } from '~/contracts/office/imports'
import * as importRoute from '~/pages/api/imports/[batchId]'
import { openOn } from '../setup/database'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'
import { workbookParts, zipped } from '../setup/workbook'

/** Tables that somebody made to hurt: each is refused in words, or its bad rows are named and the others can still be imported. */

const LIMIT = 256 * 1024
let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let routes: Awaited<ReturnType<typeof serveRoutes>>
beforeAll(async () => {
  shop = await openTestShop({ db: await openOn('embedded') })
  admin = await shop.signIn('admin')
  routes = await serveRoutes(shop, [{ path: /^\/api\/imports\/(?<batchId>[^/]+)$/, module: importRoute }])
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

const upload = async (batchId: string, body: string | Uint8Array<ArrayBuffer>, as = admin) => {
  const headers = { ...(await routes.signedIn(as.sessionId)), 'Content-Type': 'text/csv' }
  const answer = await fetch(`${routes.url}/api/imports/${batchId}`, { method: 'POST', headers, body })
  const { message } = (await answer.json()) as { message?: string }
  return { status: answer.status, message }
}
const send = async (body: string | Uint8Array<ArrayBuffer>) => {
  const { batchId } = await admin.caller.imports.start({ noun: 'products', fileName: 'table.csv' })
  return { batchId, ...(await upload(batchId, body)) }
}
const preview = async (body: string) => {
  const { batchId, status, message } = await send(body)
  expect([status, message]).toEqual([200, undefined])
  return { batchId, ...(await admin.caller.imports.preview({ batchId, limit: 100 })) }
}
const GOOD = 'name,category,price\nFan,Parts,12.50\n'

it('takes no column, and no value for all rows, by the name of what every object has', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
  const { batchId, columns, counts } = await preview(`name,category,${names.join(',')}\nFan,Parts,1,2,3,4,5\n`)
  expect(columns.map(({ field }) => field)).toEqual(['name', 'category', ...names.map(() => null)])
  expect(counts).toMatchObject({ new: 1, wrong: 0 })
  for (const name of names) {
    const rest = columns.slice(1).map(() => null)
    await expect(admin.caller.imports.map({ batchId, columns: [name, ...rest] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const fixed = JSON.parse(`{"${name}":"x"}`) as Record<string, string>
    const mapped = admin.caller.imports.map({ batchId, columns: ['name', ...rest], fixed })
    // A schema of records leaves '__proto__' out.
    if (name !== '__proto__') await expect(mapped).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    else {
      await mapped
      expect((await admin.caller.imports.preview({ batchId })).fixed).toEqual({})
    }
  }
})

it('refuses more columns than a table has, and rows that no file of a shop has', async () => {
  const wide = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',')
  expect((await send(`${wide}\n${wide}\n`)).message).toBe(`The table has more than ${MOST_COLUMNS} columns.`)
  expect((await send('x'.repeat(8 * 1024 * 1024))).status).toBe(422)
  expect((await send(`${GOOD}${'"a" b\n'.repeat(20_000)}`)).message).toContain('More than 100 rows cannot be read')
  expect((await send('\u0000\u0001\u0002')).message).toContain('UTF-8')
})

it('names a row with a cell that no field holds, and refuses a file with an endless one by its line', async () => {
  const { rows } = await preview(
    `${GOOD}${'x'.repeat(LIMIT - 64)},Parts,1\nRig,Rigs,2\n"${'y'.repeat(LIMIT / 2)}",Parts,1\nCable,Parts,3\n`,
  )
  expect(rows.map(({ line, verdict, faults }) => [line, verdict, faults[0]?.field])).toEqual([
    [2, 'new', undefined],
    [3, 'wrong', 'name'],
    [4, 'new', undefined],
    [5, 'wrong', 'name'],
    [6, 'new', undefined],
  ])
  for (const cell of ['x'.repeat(4 * LIMIT), `"${'x'.repeat(4 * LIMIT)}`]) {
    expect(await send(`${GOOD}${cell},Parts,1\n`)).toMatchObject({
      status: 422,
      message: expect.stringContaining('line 3 is too long') as string,
    })
  }
})

it('believes no price that is none', async () => {
  const odd = ['1e308', 'Infinity', 'NaN', '0x10', '-5', '1_000', '١٢', '1.5.5', '=1+1', '12,50,1']
  const { rows } = await preview(`name;category;price\n${odd.map((price, index) => `Fan ${index};Parts;${price}`).join('\n')}\n`)
  expect(rows.map(({ faults }) => faults[0]?.field)).toEqual(odd.map(() => 'price'))
})

it('expands no entity and follows no outside part of a workbook', async () => {
  const parts = workbookParts([
    ['Name', 'Category'],
    ['Fan', 'Parts'],
  ])
  const strings = 'xl/sharedStrings.xml'
  const withEntity = `<!DOCTYPE sst [<!ENTITY a "Fan"><!ENTITY b SYSTEM "file:///etc/hostname">]>${parts[strings]?.replace('>Fan<', '>&a;&b;<')}`
  const { status, message } = await send(zipped({ ...parts, [strings]: withEntity }))
  expect([status, message]).toEqual([422, expect.stringContaining('not a workbook that can be read')])
})

it('is for its own administrator, with the scopes of the record type at each step', async () => {
  const { batchId } = await preview(GOOD)
  const limited = await shop.signIn('admin')
  const allow = (scopes: Scope[]) => shop.db.prisma.profile.update({ where: { userId: limited.userId }, data: { scopes } })
  await allow(['imports:write', 'products:write'])
  const { imports } = limited.caller
  const of = { batchId }
  for (const call of [() => imports.preview(of), () => imports.map({ ...of, columns: [] }), () => imports.commit(of)]) {
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await imports.cancel(of)
  expect(await admin.caller.imports.preview(of)).toMatchObject({ counts: { new: 1 } })
  expect((await upload(batchId, GOOD, limited)).status).toBe(404)
  const own = await imports.start({ noun: 'products', fileName: 'table.csv' })
  expect((await upload(own.batchId, GOOD, limited)).status).toBe(200)
  await allow(['imports:write'])
  await expect(imports.commit(own)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(imports.map({ ...own, columns: [null, null, null] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await shop.db.prisma.product.count()).toBe(0)
})
