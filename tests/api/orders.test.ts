import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderSorts } from '~/contracts/stock/orders'
import { orderStatuses } from '~/contracts/statuses'
import { openTestDatabase } from '../setup/database'
import { foreignCursors, readPages } from '../setup/pages'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'
import { walkThrough } from '../setup/status-walk'

const UNKNOWN = '00000000-0000-0000-0000-000000000000'

let shop: TestShop
let self: Awaited<ReturnType<TestShop['signIn']>>
let admin: TestShop['visitor']
let statementsOf: ReturnType<typeof countStatements>['statementsOf']
const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
const numbers = async (input: Parameters<typeof admin.orders.list>[0]) =>
  (await admin.orders.list(input)).rows.map((order) => order.orderNumber)

beforeAll(async () => {
  const counted = countStatements(await openTestDatabase())
  statementsOf = counted.statementsOf
  shop = await openTestShop({ db: counted.db })
  self = await shop.signIn('admin')
  admin = self.caller
})
afterAll(() => shop.close())

it('an empty shop has no orders and no revenue', async () => {
  expect(await admin.orders.list()).toEqual({
    rows: [],
    nextCursor: null,
    total: 0,
    matching: 0,
    matchingIsLeast: false,
    counts: { pending: 0, processing: 0, completed: 0, cancelled: 0 },
    totalRevenue: 0,
  })
  expect((await admin.orders.list({ search: 'x' })).matching).toBe(0)
})

it('is for administrators alone', async () => {
  const { caller } = await shop.signIn('customer')
  const change = { id: UNKNOWN, status: 'pending' as const }
  for (const call of [
    (c: typeof caller) => c.orders.list({}),
    (c: typeof caller) => c.orders.byId({ id: UNKNOWN }),
    (c: typeof caller) => c.orders.updateStatus(change),
  ]) {
    await expect(call(shop.visitor)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

describe('orders', () => {
  beforeAll(async () => {
    await run(`INSERT INTO users (id, email) VALUES
      ('00000000-0000-0000-0000-000000000001', 'ada@example.com'), ('00000000-0000-0000-0000-000000000002', 'b@example.com'),
      ('00000000-0000-0000-0000-000000000003', 'unnamed@example.com')`)
    await run(`INSERT INTO profiles (user_id, email, full_name, phone, role) VALUES
      ('00000000-0000-0000-0000-000000000001', 'ada@example.com', 'Ada 100%_Sharp', NULL, 'customer'),
      ('00000000-0000-0000-0000-000000000003', 'Unnamed@Example.com', NULL, NULL, 'customer')`)
    await run(`INSERT INTO orders (order_number, user_id, status, total_amount, created_at) VALUES
      ('ORD-1', '00000000-0000-0000-0000-000000000001', 'completed', 1300.5, '2026-01-01T10:00:00.123Z'),
      ('ORD-2', '00000000-0000-0000-0000-000000000002', 'pending', 20, '2026-01-02T10:00:00Z'),
      ('ORD-3', '00000000-0000-0000-0000-000000000003', 'completed', 99.99, '2026-01-03T10:00:00Z'),
      ('ORD-4', NULL, 'cancelled', 5000, '2026-01-03T10:00:00Z'),
      ('SPECIAL\\_5', NULL, 'processing', 0, '2026-01-05T10:00:00Z')`)
  })

  it('come newest first, with the customer where one is known and the screen’s figures', async () => {
    const list = await admin.orders.list({})
    expect(list).toMatchObject({
      total: 5,
      matching: 5,
      nextCursor: null,
      counts: { pending: 1, processing: 1, completed: 2, cancelled: 1 },
      totalRevenue: 1400.49,
    })
    expect(list.rows.map((order) => order.orderNumber).toSorted()).toEqual(['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4', 'SPECIAL\\_5'])
    expect(list.rows[0]).toMatchObject({ orderNumber: 'SPECIAL\\_5', customer: { email: null, fullName: null } })
    expect(list.rows.at(-1)).toEqual({
      id: expect.any(String),
      orderNumber: 'ORD-1',
      userId: '00000000-0000-0000-0000-000000000001',
      status: 'completed',
      totalAmount: 1300.5,
      currency: 'EUR',
      isTest: false,
      unreadLines: 0,
      createdAt: new Date('2026-01-01T10:00:00.123Z'),
      updatedAt: expect.any(Date),
      version: 1,
      customer: { email: 'ada@example.com', fullName: 'Ada 100%_Sharp' },
    })
    // A user without a profile is nobody that the list could name.
    expect(list.rows.find((order) => order.orderNumber === 'ORD-2')?.customer).toEqual({ email: null, fullName: null })
    expect(list.rows.find((order) => order.orderNumber === 'ORD-3')?.customer).toEqual({ email: 'Unnamed@Example.com', fullName: null })
  })

  it('are found by a caseless part of number, customer’s email or name', async () => {
    expect(await numbers({ search: 'ord-' })).toHaveLength(4)
    expect(await numbers({ search: ' ADA ' })).toEqual(['ORD-1'])
    expect(await numbers({ search: 'unNAMED@' })).toEqual(['ORD-3'])
    expect(await numbers({ search: 'b@example' })).toEqual([])
    expect(await numbers({ search: 'completed' })).toEqual([])
    expect(await admin.orders.list({ search: 'example' })).toMatchObject({ matching: 2, total: 5, totalRevenue: 1400.49 })
  })

  it('take %, _ and \\ in a search for what they are', async () => {
    expect(await numbers({ search: '%' })).toEqual(['ORD-1'])
    expect((await numbers({ search: '_' })).toSorted()).toEqual(['ORD-1', 'SPECIAL\\_5'])
    expect(await numbers({ search: '\\' })).toEqual(['SPECIAL\\_5'])
    expect(await numbers({ search: '100%_' })).toEqual(['ORD-1'])
  })

  it('are filtered by status, also together with a search', async () => {
    expect((await numbers({ status: 'completed' })).toSorted()).toEqual(['ORD-1', 'ORD-3'])
    expect((await admin.orders.list({ status: 'completed' })).matching).toBe(2)
    expect(await numbers({ status: 'completed', search: 'ada' })).toEqual(['ORD-1'])
    expect(await admin.orders.list({ status: 'pending', search: 'ada' })).toMatchObject({ rows: [], matching: 0 })
  })

  it('are read by id', async () => {
    const [order] = (await admin.orders.list({ search: 'ORD-1' })).rows
    expect(await admin.orders.byId({ id: order?.id ?? '' })).toEqual(order)
    await expect(admin.orders.byId({ id: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('go from any status to any other', async () => {
    const { rows } = await admin.orders.list({ search: 'ORD-2' })
    const id = rows[0]?.id ?? ''
    for (const status of walkThrough(orderStatuses))
      expect(await admin.orders.updateStatus({ id, status })).toMatchObject({ id, status, orderNumber: 'ORD-2' })
    await admin.orders.updateStatus({ id, status: 'completed' })
    expect(await admin.orders.list({})).toMatchObject({ counts: { completed: 3, pending: 0 }, totalRevenue: 1420.49 })
  })

  it('refuse a change of what somebody else has changed', async () => {
    const [order] = (await admin.orders.list({ search: 'ORD-3' })).rows
    const { id = '', version = 0 } = order ?? {}
    const changed = await admin.orders.updateStatus({ id, status: 'processing', version })
    expect(changed).toMatchObject({ status: 'processing', version: version + 1, customer: { email: 'Unnamed@Example.com' } })
    await expect(admin.orders.updateStatus({ id, status: 'cancelled', version })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await admin.orders.byId({ id })).toMatchObject({ status: 'processing', version: version + 1 })
    await expect(admin.orders.updateStatus({ id: UNKNOWN, status: 'pending', version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.orders.updateStatus({ id: UNKNOWN, status: 'pending' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('keep who changed a status, from what and to what, in the change itself', async () => {
    await run(`INSERT INTO orders (order_number, status) VALUES ('AUDITED', 'pending')`)
    const [order] = (await admin.orders.list({ search: 'AUDITED' })).rows
    const { id = '', version = 0 } = order ?? {}
    const history = async () => (await admin.audit.history({ subjectType: 'order', subjectId: id })).rows
    expect(await history()).toEqual([])

    await admin.orders.updateStatus({ id, status: 'processing', version })
    await admin.orders.updateStatus({ id, status: 'processing' })
    await expect(admin.orders.updateStatus({ id, status: 'cancelled', version })).rejects.toMatchObject({ code: 'CONFLICT' })
    await admin.orders.updateStatus({ id, status: 'completed' })
    const entry = { action: 'order.status_changed', actor: self.email }
    expect(await history()).toMatchObject([
      { ...entry, before: { status: 'processing' }, after: { status: 'completed' } },
      { ...entry, before: { status: 'pending' }, after: { status: 'processing' } },
    ])

    // If one cannot be written, neither is.
    await run(`ALTER TABLE audit_log ADD CONSTRAINT no_more CHECK (false) NOT VALID`)
    await expect(admin.orders.updateStatus({ id, status: 'cancelled' })).rejects.toThrow()
    await run(`ALTER TABLE audit_log DROP CONSTRAINT no_more`)
    expect(await admin.orders.byId({ id })).toMatchObject({ status: 'completed' })
    expect(await history()).toHaveLength(2)
    await run(`DELETE FROM orders WHERE id = '${id}'`)
  })

  it('let one of two changes at the same moment through', async () => {
    await run(`INSERT INTO orders (order_number, status) VALUES ('CONTESTED', 'pending')`)
    const [order] = (await admin.orders.list({ search: 'CONTESTED' })).rows
    const { id = '', version = 0 } = order ?? {}
    const changes = orderStatuses.slice(1).map((status) => admin.orders.updateStatus({ id, status, version }))
    const outcomes = await Promise.allSettled(changes)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await admin.audit.history({ subjectType: 'order', subjectId: id })).rows).toHaveLength(1)
    expect(await admin.orders.byId({ id })).toMatchObject({ version: version + 1 })
    await run(`DELETE FROM orders WHERE id = '${id}'`)
  })

  it('refuse bad input', async () => {
    const bad = { code: 'BAD_REQUEST' }
    await expect(admin.orders.list({ status: 'shipped' as 'pending' })).rejects.toMatchObject(bad)
    await expect(admin.orders.list({ sort: 'colour' as 'created' })).rejects.toMatchObject(bad)
    await expect(admin.orders.list({ search: 'x'.repeat(201) })).rejects.toMatchObject(bad)
    await expect(admin.orders.list({ search: 'nul\0' })).rejects.toMatchObject(bad)
    await expect(admin.orders.list({ limit: 101 })).rejects.toMatchObject(bad)
    await expect(admin.orders.byId({ id: 'one' })).rejects.toMatchObject(bad)
    await expect(admin.orders.updateStatus({ id: UNKNOWN, status: 'lost' as 'pending' })).rejects.toMatchObject(bad)
    await expect(admin.orders.updateStatus({ id: UNKNOWN, status: 'pending', version: 0 })).rejects.toMatchObject(bad)
    for (const cursor of foreignCursors('-created')) {
      await expect(admin.orders.list({ cursor })).rejects.toMatchObject(bad)
      await expect(admin.orders.list({ cursor, search: 'ord' })).rejects.toMatchObject(bad)
      await expect(admin.orders.list({ cursor, sort: 'amount' })).rejects.toMatchObject(bad)
    }
  })
})

describe('many orders', () => {
  const list = (limit: number) => () => admin.orders.list({ limit, search: 'MANY' })
  let few: number
  beforeAll(async () => {
    await run(`DELETE FROM orders`)
    await run(`INSERT INTO orders (order_number, user_id) VALUES ('MANY-1', '00000000-0000-0000-0000-000000000001')`)
    few = await statementsOf(list(50))
    // Many of the same time and amount, so that the id must decide.
    await run(`INSERT INTO orders (order_number, user_id, status, total_amount, created_at)
      SELECT 'MANY-' || n, CASE WHEN n % 3 = 0 THEN '00000000-0000-0000-0000-000000000001'::uuid END, (ARRAY['pending', 'completed'])[1 + n % 2]::order_status,
        n % 5 + 0.01, '2026-03-01T00:00:00Z'::timestamptz + (n % 7) * interval '1 day' FROM generate_series(2, 60) AS n`)
  })

  it.each(orderSorts)('come whole and once, page by page, sorted by %s', async (sort) => {
    for (const view of [{}, { search: 'many' }, { status: 'completed' as const }, { search: 'ada', status: 'pending' as const }]) {
      const all = await admin.orders.list({ ...view, sort, limit: 100 })
      const paged = await readPages((cursor) => admin.orders.list({ ...view, sort, limit: 11, cursor }))
      expect(new Set(paged.map((order) => order.id)).size).toBe(all.matching)
      expect(paged).toHaveLength(all.matching)
      expect(paged.slice(0, 100)).toEqual(all.rows)
      const keys = paged.map((order) => (sort.endsWith('amount') ? order.totalAmount : order.createdAt.getTime()))
      expect(keys).toEqual(keys.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b)))
    }
  })

  it('take as many statements as one', async () => {
    expect(await statementsOf(list(1))).toBe(few)
    expect(await statementsOf(list(100))).toBe(few)
    expect(few).toBeLessThan(12)
  })
})
