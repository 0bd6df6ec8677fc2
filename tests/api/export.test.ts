import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkStatement, statementRecords, type StatementRecord } from '~/contracts/credit/statement-file'
import { fromSafeCell, toSafeCell } from '~/lib/csv-cell'
import * as statementRoute from '~/pages/api/credit-statement'
import * as exportRoute from '~/pages/api/export/[file]'
import { statementTable } from '~/server/credit/statement-file'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

let shop: TestShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
let headers: Record<string, string>
let admin: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  routes = await serveRoutes(shop, [
    { path: /^\/api\/export\/(?<file>[^/]+)$/, module: exportRoute },
    { path: /^\/api\/credit-statement$/, module: statementRoute },
  ])
  admin = await shop.signIn('admin')
  headers = await routes.signedIn(admin.sessionId)
  await shop.db.prisma.$executeRaw`
    INSERT INTO orders (order_number, status, total_amount, created_at)
    SELECT 'ORD-' || lpad(n::text, 4, '0'), (ARRAY['pending', 'completed'])[1 + n % 2]::order_status, n + 0.5, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
    FROM generate_series(1, 1201) AS n`
  await shop.db.prisma.$executeRaw`
    INSERT INTO repairs (repair_number, problem_description, device_info, estimated_cost)
    VALUES ('REP-1', '=HYPERLINK("http://evil.example")', '{"manufacturer": "Bitmain", "model": "S19"}', -12.5)`
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

const get = (path: string, more: RequestInit = {}) => fetch(`${routes.url}/api/export/${path}`, { headers, ...more })
const rows = async (path: string, more: RequestInit = {}) => {
  const answer = await get(path, more)
  expect(answer.status).toBe(200)
  return parse<Record<string, string>>(Buffer.from(await answer.arrayBuffer()), { bom: true, columns: true })
}

describe('the export of a view', () => {
  it('is a file of UTF-8 with its mark, a header and a date in its name, which nobody keeps', async () => {
    const answer = await get('orders.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="orders-${TEST_NOW.toISOString().slice(0, 10)}.csv"`)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.toString('utf8').split('\r\n')[0]).toBe(
      '\ufeffid,orderNumber,customerName,customerEmail,status,totalAmount,createdAt,updatedAt,currency',
    )
  })

  it('has all rows of the view in its order, over many pages', async () => {
    const all = await rows('orders.csv')
    expect(all.map((row) => row.orderNumber)).toEqual(
      Array.from({ length: 1_201 }, (_, index) => `ORD-${String(1_201 - index).padStart(4, '0')}`),
    )
    expect(all[0]).toMatchObject({ totalAmount: '1201.50', createdAt: '2026-01-01T20:01:00.000Z' })
    const some = await rows('orders.csv?status=completed&search=ord-00&sort=amount&page=7')
    expect(some.map((row) => row.totalAmount)).toEqual(Array.from({ length: 50 }, (_, index) => `${index * 2 + 1}.50`))
  })

  it('may be a report of some days, which names the field of a period that is none', async () => {
    await shop.db.prisma.$executeRaw`
      INSERT INTO repairs (repair_number, status, service, created_at, completed_at, due_on, actual_cost)
      VALUES ('REP-2', 'completed', 'hashboard', '2026-03-06T12:00:00Z', '2026-03-10T12:00:00Z', '2026-03-09', 170)`
    const march = 'from=2026-03-01&to=2026-03-31'
    const taken = { completed: '1', medianDays: '2', percentile90Days: '2', withDueDate: '1', onTime: '0' }
    expect(await rows(`report-turnaround.csv?${march}`)).toEqual([
      { service: 'hashboard', ...taken },
      { service: 'all', ...taken },
    ])
    expect(await rows(`report-months.csv?${march}`)).toMatchObject([{ month: '2026-03', repairsCompleted: '1', repairsValue: '170.00' }])
    for (const report of ['estimates', 'offers', 'machines', 'reasons']) expect((await get(`report-${report}.csv`)).status).toBe(200)
    const refused = await get('report-months.csv?from=2026-03-02&to=2026-03-01')
    expect([refused.status, await refused.json()]).toEqual([400, { message: 'to: The last day is before the first' }])
    expect((await get('report-nothing.csv')).status).toBe(404)
    await shop.db.prisma.$executeRaw`DELETE FROM repairs WHERE repair_number = 'REP-2'`
  })

  it('may be of certain rows', async () => {
    const ids = (await shop.db.prisma.order.findMany({ take: 3, orderBy: { orderNumber: 'asc' } })).map(({ id }) => id)
    const chosen = await rows('orders.csv?sort=created', { method: 'POST', body: new URLSearchParams({ ids: ids.join(',') }) })
    expect(chosen.map((row) => row.id)).toEqual(ids)
  })

  it('may be of the accounts of store credit, as their list is searched and sorted', async () => {
    const { credit } = admin.caller
    const [rich, poor, spent] = [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('customer')]
    await credit.adjust({ userId: rich.userId, amount: 80.5, reason: 'Goodwill' })
    await credit.adjust({ userId: poor.userId, amount: 3, reason: 'Goodwill' })
    await credit.adjust({ userId: spent.userId, amount: 1, reason: 'Goodwill' })
    await credit.adjust({ userId: spent.userId, amount: -1, reason: 'Too much' })
    const all = await rows('credit.csv')
    expect(all.map(({ userId, balance, held, entries }) => [userId, balance, held, entries])).toEqual([
      [rich.userId, '80.50', '0.00', '1'],
      [poor.userId, '3.00', '0.00', '1'],
      [spent.userId, '0.00', '0.00', '2'],
    ])
    expect((await rows('credit.csv?status=open&sort=balance')).map(({ userId }) => userId)).toEqual([poor.userId, rich.userId])
    expect((await rows(`credit.csv?search=${encodeURIComponent(poor.email)}`)).map(({ email }) => email)).toEqual([poor.email])
    expect((await get('credit.csv?sort=email')).status).toBe(400)
    expect((await get('credit.csv', { headers: await routes.signedIn(rich.sessionId) })).status).toBe(403)
    expect(await shop.db.prisma.auditEntry.count({ where: { action: 'list.exported', subjectId: 'credit' } })).toBe(3)
  })

  it('leaves nothing that a spreadsheet would run, and numbers as they are', async () => {
    const [repair] = await rows('repairs.csv')
    expect(repair).toMatchObject({
      problemDescription: `'=HYPERLINK("http://evil.example")`,
      estimatedCost: '-12.50',
      manufacturer: 'Bitmain',
      model: 'S19',
      diagnosis: '',
    })
    for (const text of ['=1', '+1', '-1', '@a', '\tx', '\rx', "'=1", '＝1', "''@"]) {
      expect(toSafeCell(text)).toBe(`'${text}`)
      expect(fromSafeCell(toSafeCell(text))).toBe(text)
    }
    for (const [text, cell] of [
      ['\n=1', "'\n'=1"],
      ['\r\nx', "'\r\nx"],
      ["'\n@x", "''\n'@x"],
      ['a;=1', "a;'=1"],
      ['a;+1;-1;@x', "a;'+1;'-1;'@x"],
      ['a\t=1', "a\t'=1"],
      ['two\nlines\n=1', "two\nlines\n'=1"],
      ['=1;=2', "'=1;'=2"],
      ['a;"=1', `a;"'=1`],
      ["a; '=1", "a; ''=1"],
      ['a|＝1', "a|'＝1"],
    ] as const) {
      expect(toSafeCell(text)).toBe(cell)
      expect(fromSafeCell(cell)).toBe(text)
    }
    // Blanks of every script, and invisible characters.
    for (const blank of [...Array.from(' \u00A0\u3000\uFEFF\v\f\u2028\u200B\u2060\u180E\u0085\u00AD\u3164'), '\u00A0"\uFEFF '])
      for (const sign of ['=', '+', '-', '@', '＝']) {
        const text = `${blank}${sign}1`
        expect(toSafeCell(text)).toBe(`'${blank}'${sign}1`)
        expect(toSafeCell(`a;${text}`)).toBe(`a;${blank}'${sign}1`)
        expect(fromSafeCell(toSafeCell(text))).toBe(text)
      }
    for (const text of ['\u00A0plain', '\u3000a=b', 'plain', 'a; b', 'two\nlines', 'x;y', "'quoted'", 'a=b', '', "it's"]) {
      expect(toSafeCell(text)).toBe(text)
      expect(fromSafeCell(text)).toBe(text)
    }
  })

  it('hides no beginning of a formula from any spreadsheet, and gives every text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from(';|,\t\r\n"\' \u00A0\u3000\uFEFF\v\u200B=+-@＝a1')) }), (text) => {
        const cell = toSafeCell(text)
        expect(fromSafeCell(cell)).toBe(text)
        for (const part of cell.split(/[;|\t\r\n]/)) expect(part.replaceAll(/^["\s\u200B]+/g, '')).not.toMatch(/^[=+\-@＝]/)
        expect(cell).not.toMatch(/^(?:[\t\r\n]|[\s\u200B]+'?[=+\-@＝])/)
      }),
    )
  })

  it('is there for every list, also an empty one', async () => {
    for (const noun of ['users', 'products', 'machines', 'trade-ins']) expect(Array.isArray(await rows(`${noun}.csv`))).toBe(true)
    expect(await rows('products.csv?search=nothing')).toEqual([])
    expect((await rows('users.csv?role=admin')).map((row) => row.role)).toEqual(['admin'])
  })

  it('refuses others than administrators, and what is no view', async () => {
    const customer = await shop.signIn('customer')
    expect((await get('orders.csv', { headers: {} })).status).toBe(401)
    expect((await get('orders.csv', { headers: await routes.signedIn(customer.sessionId) })).status).toBe(403)
    expect((await get('orders.csv?status=sold')).status).toBe(400)
    expect((await get('orders.csv', { method: 'POST', body: new URLSearchParams({ ids: 'one' }) })).status).toBe(400)
    expect((await get('constructor.csv')).status).toBe(404)
    expect((await get('orders.csv', { method: 'DELETE' })).status).toBe(405)
  })
})

describe('the statement of store credit', () => {
  const digest = (text: string) => Promise.resolve(createHash('sha256').update(text).digest('hex'))
  const ask = async (sessionId: string | undefined, as: string) =>
    fetch(`${routes.url}/api/credit-statement?as=${as}`, { headers: sessionId === undefined ? {} : await routes.signedIn(sessionId) })

  it('is the own account’s alone, and proves itself without the server', async () => {
    const customer = await shop.signIn('customer')
    const { credit } = admin.caller
    await credit.adjust({ userId: customer.userId, amount: 80.1, reason: '=HYPERLINK("http://evil.example")' })
    await credit.adjust({ userId: customer.userId, amount: -0.1, reason: 'Zu viel, “genau” 10 ct' })
    const other = await shop.signIn('customer')
    await credit.adjust({ userId: other.userId, amount: 5, reason: 'Somebody else’s' })
    expect((await ask(undefined, 'csv')).status).toBe(401)
    expect((await ask(undefined, 'pdf')).status).toBe(401)
    expect((await ask(customer.sessionId, 'xml')).status).toBe(400)
    // Whatever else is asked for: it is the session's.
    expect(await (await ask(customer.sessionId, `csv&userId=${other.userId}`)).text()).not.toContain('Somebody else')
    expect(JSON.stringify(await statementTable(shop.services, customer.userId, () => ''))).not.toContain('Somebody else')
    const answer = await ask(customer.sessionId, 'csv')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const read = (text: string) => statementRecords.parse(parse(text, { bom: true, columns: true, cast: (cell) => fromSafeCell(cell) }))
    const records = read(await answer.text())
    expect(await checkStatement(records, digest)).toMatchObject({ entries: 2, available: 80, held: 0 })
    const [first, second] = records as [StatementRecord, StatementRecord]
    expect(await checkStatement([first, { ...second, amount: '0.01' }], digest)).toEqual({ number: 2, fault: 'changed' })
    expect(await checkStatement([second], digest)).toEqual({ number: 1, fault: 'missing' })
    expect(await checkStatement([{ ...second, number: 1 }], digest)).toEqual({ number: 1, fault: 'not_chained' })
    const pdf = await ask(customer.sessionId, 'pdf')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  it('prints the latest entries of many, with what was left after each, and says how many more there are', async () => {
    const customer = await shop.signIn('customer')
    const { credit } = admin.caller
    await credit.adjust({ userId: customer.userId, amount: 10, reason: 'The first' })
    await shop.db.prisma.$executeRaw`
      INSERT INTO credit_entries (account_id, kind, debit, credit, amount, lot_id, reason)
      SELECT l.account_id, 'adjust', 'adjusted', 'available', 1, l.id, 'Number ' || n
      FROM credit_lots AS l JOIN credit_accounts AS a ON a.id = l.account_id, generate_series(2, 25) AS n
      WHERE a.user_id = ${customer.userId}::uuid ORDER BY n`
    const [remark, table, sum] = z
      .tuple([
        z.object({ text: z.array(z.object({ text: z.string() })) }),
        z.object({ table: z.object({ body: z.array(z.array(z.unknown())) }) }),
        z.object({ text: z.string() }),
      ])
      .parse(await statementTable(shop.services, customer.userId, () => 'today', 10))
    expect(remark.text[0]?.text).toBe('The latest 10 entries. 15 earlier ones are only in the CSV file.')
    expect(sum.text).toBe('Balance €34.00')
    const { body } = table.table
    expect(body).toHaveLength(11)
    expect(body[1]).toMatchObject(['today', {}, { text: [{ text: 'Number 25' }] }, { text: '€1.00' }, { text: '€34.00' }])
    expect(body[10]).toMatchObject(['today', {}, { text: [{ text: 'Number 16' }] }, { text: '€1.00' }, { text: '€25.00' }])
    const csv = await (await ask(customer.sessionId, 'csv')).text()
    expect(csv.trim().split('\r\n')).toHaveLength(26)
  })

  it('is given so often in an hour to one account', async () => {
    const customer = await shop.signIn('customer')
    const most = shop.services.limits.most('statements')
    for (let taken = 1; taken < most; taken++) await shop.services.limits.note('statements', customer.userId)
    expect((await ask(customer.sessionId, 'csv')).status).toBe(200)
    for (const as of ['csv', 'pdf']) {
      const refused = await ask(customer.sessionId, as)
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    }
    expect((await ask((await shop.signIn('customer')).sessionId, 'csv')).status).toBe(200)
  })
})
