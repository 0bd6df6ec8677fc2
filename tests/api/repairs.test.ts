import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordOf } from '~/contracts/keys'
import { repairStatuses } from '~/contracts/statuses'
import { openTestDatabase } from '../setup/database'
import { foreignCursors, readPages } from '../setup/pages'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'
import { walkThrough } from '../setup/status-walk'

const UNKNOWN = '00000000-0000-0000-0000-000000000000'
const SOMEBODY = '00000000-0000-0000-0000-000000000001'

let shop: TestShop
let admin: TestShop['visitor']
let statementsOf: ReturnType<typeof countStatements>['statementsOf']
const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
const numbers = async (input: Parameters<typeof admin.repairs.list>[0]) =>
  (await admin.repairs.list(input)).rows.map((repair) => repair.repairNumber)

beforeAll(async () => {
  const counted = countStatements(await openTestDatabase())
  statementsOf = counted.statementsOf
  shop = await openTestShop({ db: counted.db })
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

it('an empty shop has no repairs', async () => {
  expect(await admin.repairs.list()).toEqual({
    rows: [],
    nextCursor: null,
    total: 0,
    matching: 0,
    matchingIsLeast: false,
    counts: recordOf(repairStatuses, () => 0),
    active: 0,
  })
})

it('are for administrators alone', async () => {
  const { caller } = await shop.signIn('customer')
  const calls = [
    (c: typeof caller) => c.repairs.list({}),
    (c: typeof caller) => c.repairs.byId({ id: UNKNOWN }),
    (c: typeof caller) => c.repairs.updateStatus({ id: UNKNOWN, status: 'testing' }),
  ]
  for (const call of calls) {
    await expect(call(shop.visitor)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

describe('repairs', () => {
  beforeAll(async () => {
    await run(`INSERT INTO users (id, email) VALUES ('${SOMEBODY}', 'omar@example.com')`)
    await run(`INSERT INTO profiles (user_id, email, full_name) VALUES ('${SOMEBODY}', 'omar@example.com', 'Omar 50%')`)
    await run(`INSERT INTO repairs (repair_number, user_id, status, device_info, problem_description, estimated_cost, actual_cost, created_at) VALUES
      ('REP-1', '${SOMEBODY}', 'completed', '{"manufacturer": "Bitmain", "model": "S19", "serialNumber": "X1"}', 'No power', 100, 120.5, '2026-01-01T00:00:00Z'),
      ('REP_2', NULL, 'received', '{"manufacturer": "MicroBT", "model": "M50"}', 'Hot', 80, NULL, '2026-01-02T00:00:00Z'),
      ('REP-3', NULL, 'shipped', 'null', NULL, NULL, NULL, '2026-01-03T00:00:00Z')`)
    await run(`INSERT INTO repairs (repair_number) VALUES ('REP-4')`)
  })

  it('come newest first, with figures, and with null for what is not known', async () => {
    const list = await admin.repairs.list({})
    expect(list).toMatchObject({ total: 4, matching: 4, active: 2, counts: { received: 2, completed: 1, shipped: 1, testing: 0 } })
    expect(list.rows.map((repair) => repair.repairNumber)).toEqual(['REP-4', 'REP-3', 'REP_2', 'REP-1'])
    expect(list.rows[0]).toMatchObject({ deviceInfo: {}, estimatedCost: null, actualCost: null, diagnosis: null, status: 'received' })
    expect(list.rows[1]).toMatchObject({ deviceInfo: null, problemDescription: null, customer: { email: null, fullName: null } })
    expect(list.rows[3]).toEqual({
      id: expect.any(String),
      repairNumber: 'REP-1',
      userId: SOMEBODY,
      status: 'completed',
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19', serialNumber: 'X1' },
      problemDescription: 'No power',
      diagnosis: null,
      repairNotes: null,
      estimatedCost: 100,
      actualCost: 120.5,
      service: null,
      warrantyOf: null,
      warrantySale: null,
      accessories: null,
      arrivalCondition: null,
      dueOn: null,
      assignedTo: null,
      assignee: null,
      unreadMessages: 0,
      becameTradeIn: null,
      isExpedited: false,
      quoteState: null,
      location: null,
      returnAddress: null,
      warrantyDays: 30,
      completedAt: expect.any(Date),
      carrier: null,
      unrepairedReason: null,
      trackingNumber: null,
      createdAt: new Date('2026-01-01T00:00:00Z'),
      updatedAt: expect.any(Date),
      version: 1,
      customer: { email: 'omar@example.com', fullName: 'Omar 50%' },
    })
  })

  it('are found by number, customer’s email and name, literally, and filtered by status', async () => {
    expect(await numbers({ search: 'rep-' })).toEqual(['REP-4', 'REP-3', 'REP-1'])
    expect(await numbers({ search: 'OMAR@' })).toEqual(['REP-1'])
    expect(await numbers({ search: 'omar 5' })).toEqual(['REP-1'])
    expect(await numbers({ search: '%' })).toEqual(['REP-1'])
    expect(await numbers({ search: '_' })).toEqual(['REP_2'])
    for (const search of ['bitmain s1', 'x1']) expect(await numbers({ search }), search).toEqual(['REP-1'])
    expect(await numbers({ status: 'received' })).toEqual(['REP-4', 'REP_2'])
    expect(await admin.repairs.list({ status: 'received', search: 'rep_' })).toMatchObject({ matching: 1, total: 4, active: 2 })
  })

  it('go from any status to any other, but not over what somebody else has changed', async () => {
    const [repair] = (await admin.repairs.list({ search: 'REP-4' })).rows
    const id = repair?.id ?? ''
    for (const status of walkThrough(repairStatuses))
      expect(await admin.repairs.updateStatus({ id, status })).toMatchObject({ id, status, repairNumber: 'REP-4' })
    const { version } = await admin.repairs.byId({ id })
    expect(await admin.repairs.updateStatus({ id, status: 'testing', version })).toMatchObject({ status: 'testing', version: version + 1 })
    await expect(admin.repairs.updateStatus({ id, status: 'shipped', version })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await admin.repairs.byId({ id })).toMatchObject({ status: 'testing' })
    expect((await admin.repairs.list({})).counts).toMatchObject({ testing: 1, received: 1, shipped: 1 })
  })

  it('tell in their history who set which status, and nothing of what was refused', async () => {
    await run(`INSERT INTO repairs (repair_number) VALUES ('TOLD')`)
    const [row] = (await admin.repairs.list({ search: 'TOLD' })).rows
    const id = row?.id ?? ''
    const other = await shop.signIn('admin')
    await admin.repairs.updateStatus({ id, status: 'testing' })
    await other.caller.repairs.updateStatus({ id, status: 'shipped', version: 2 })
    await admin.repairs.updateStatus({ id, status: 'shipped' })
    await expect(admin.repairs.updateStatus({ id, status: 'received', version: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { rows } = await admin.audit.history({ subjectType: 'repair', subjectId: id })
    expect(rows).toMatchObject([
      { action: 'repair.status_changed', actor: other.email, before: { status: 'testing' }, after: { status: 'shipped' } },
      { action: 'repair.status_changed', before: { status: 'received' }, after: { status: 'testing' } },
    ])
    await run(`DELETE FROM repairs WHERE repair_number = 'TOLD'`)
  })

  it('refuse unknown ids and bad input', async () => {
    const unknown = { code: 'NOT_FOUND' }
    const bad = { code: 'BAD_REQUEST' }
    await expect(admin.repairs.byId({ id: UNKNOWN })).rejects.toMatchObject(unknown)
    await expect(admin.repairs.updateStatus({ id: UNKNOWN, status: 'testing' })).rejects.toMatchObject(unknown)
    await expect(admin.repairs.updateStatus({ id: UNKNOWN, status: 'testing', version: 3 })).rejects.toMatchObject(unknown)
    await expect(admin.repairs.updateStatus({ id: UNKNOWN, status: 'pending' as 'testing' })).rejects.toMatchObject(bad)
    await expect(admin.repairs.list({ status: 'pending' as 'testing' })).rejects.toMatchObject(bad)
    for (const cursor of foreignCursors('-created')) await expect(admin.repairs.list({ cursor })).rejects.toMatchObject(bad)
  })

  it('come whole and once, page by page, in as many statements as one', async () => {
    const few = await statementsOf(() => admin.repairs.list({ search: 'omar' }))
    await run(`INSERT INTO repairs (repair_number, user_id, created_at)
      SELECT 'MORE-' || n, '${SOMEBODY}', '2026-03-01T00:00:00Z'::timestamptz + (n % 4) * interval '1 day' FROM generate_series(1, 40) AS n`)
    expect(await statementsOf(() => admin.repairs.list({ search: 'omar', limit: 100 }))).toBe(few)
    for (const sort of ['created', '-created'] as const) {
      const paged = await readPages((cursor) => admin.repairs.list({ sort, limit: 9, cursor }))
      expect(paged).toEqual((await admin.repairs.list({ sort, limit: 100 })).rows)
      expect(paged).toHaveLength(44)
    }
  })

  it('without store credit and bills are moved on with one look at their money', async () => {
    const id = (await admin.repairs.list({ search: 'REP-4' })).rows[0]?.id ?? ''
    let moves = 0
    const move = () => admin.repairs.updateStatus({ id, status: ++moves % 2 === 0 ? 'repairing' : 'testing' })
    // The first one gives its machine a record.
    await move()
    expect(await statementsOf(move)).toBeLessThanOrEqual(13)
  })
})
