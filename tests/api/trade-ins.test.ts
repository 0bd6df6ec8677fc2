import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tradeInStatuses } from '~/contracts/statuses'
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
const numbers = async (input: Parameters<typeof admin.tradeIns.list>[0]) =>
  (await admin.tradeIns.list(input)).rows.map((tradeIn) => tradeIn.tradeInNumber)

beforeAll(async () => {
  const counted = countStatements(await openTestDatabase())
  statementsOf = counted.statementsOf
  shop = await openTestShop({ db: counted.db })
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

it('an empty shop has no trade-ins', async () => {
  expect(await admin.tradeIns.list()).toEqual({
    rows: [],
    nextCursor: null,
    total: 0,
    matching: 0,
    matchingIsLeast: false,
    counts: { submitted: 0, evaluated: 0, approved: 0, rejected: 0, completed: 0 },
    pendingEvaluation: 0,
    totalValue: 0,
  })
})

it('are for administrators alone', async () => {
  const { caller } = await shop.signIn('customer')
  const calls = [
    (c: typeof caller) => c.tradeIns.list({}),
    (c: typeof caller) => c.tradeIns.byId({ id: UNKNOWN }),
    (c: typeof caller) => c.tradeIns.updateStatus({ id: UNKNOWN, status: 'approved' }),
  ]
  for (const call of calls) {
    await expect(call(shop.visitor)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

describe('trade-ins', () => {
  beforeAll(async () => {
    await run(`INSERT INTO users (id, email) VALUES ('${SOMEBODY}', 'omar@example.com')`)
    await run(`INSERT INTO profiles (user_id, email, full_name) VALUES ('${SOMEBODY}', 'omar@example.com', 'Omar 50%')`)
    await run(`INSERT INTO trade_ins (trade_in_number, user_id, status, device_info, condition_assessment, estimated_value, final_value, created_at) VALUES
      ('TRD-1', '${SOMEBODY}', 'completed', '{"manufacturer": "Bitmain", "model": "S19", "serialNumber": "X1"}', 'Good', 900, 850.25, '2026-01-01T00:00:00Z'),
      ('TRD_2', NULL, 'submitted', '{"manufacturer": "MicroBT", "model": "M50"}', NULL, 400, 399, '2026-01-02T00:00:00Z'),
      ('TRD-3', NULL, 'completed', 'null', NULL, NULL, NULL, '2026-01-03T00:00:00Z')`)
    await run(`INSERT INTO trade_ins (trade_in_number) VALUES ('TRD-4')`)
  })

  it('come newest first, with figures, and with null for what is not known', async () => {
    const list = await admin.tradeIns.list({})
    expect(list).toMatchObject({
      total: 4,
      matching: 4,
      pendingEvaluation: 2,
      totalValue: 850.25,
      counts: { submitted: 2, completed: 2, rejected: 0 },
    })
    expect(list.rows.map((tradeIn) => tradeIn.tradeInNumber)).toEqual(['TRD-4', 'TRD-3', 'TRD_2', 'TRD-1'])
    expect(list.rows[0]).toMatchObject({
      deviceInfo: {},
      estimatedValue: null,
      finalValue: null,
      evaluationNotes: null,
      status: 'submitted',
    })
    expect(list.rows[1]).toMatchObject({ deviceInfo: null, customer: { email: null, fullName: null } })
    expect(list.rows[3]).toEqual({
      id: expect.any(String),
      tradeInNumber: 'TRD-1',
      userId: SOMEBODY,
      status: 'completed',
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19', serialNumber: 'X1' },
      conditionAssessment: 'Good',
      evaluationNotes: null,
      estimatedValue: 900,
      finalValue: 850.25,
      machineId: null,
      machineVersion: null,
      grade: null,
      foundGrade: null,
      accessories: null,
      unreadMessages: 0,
      quoteState: null,
      location: null,
      offer: null,
      returnAddress: null,
      arrivalCondition: null,
      dueOn: null,
      assignedTo: null,
      assignee: null,
      completedAt: expect.any(Date),
      carrier: null,
      trackingNumber: null,
      createdAt: new Date('2026-01-01T00:00:00Z'),
      updatedAt: expect.any(Date),
      version: 1,
      customer: { email: 'omar@example.com', fullName: 'Omar 50%' },
    })
  })

  it('are found by number, customer’s email and name, literally, and filtered by status', async () => {
    expect(await numbers({ search: 'trd-' })).toEqual(['TRD-4', 'TRD-3', 'TRD-1'])
    expect(await numbers({ search: 'OMAR@' })).toEqual(['TRD-1'])
    expect(await numbers({ search: 'omar 5' })).toEqual(['TRD-1'])
    expect(await numbers({ search: '%' })).toEqual(['TRD-1'])
    expect(await numbers({ search: '_' })).toEqual(['TRD_2'])
    for (const search of ['bitmain s1', 'x1']) expect(await numbers({ search }), search).toEqual(['TRD-1'])
    expect(await numbers({ status: 'submitted' })).toEqual(['TRD-4', 'TRD_2'])
    expect(await admin.tradeIns.list({ status: 'submitted', search: 'trd_' })).toMatchObject({ matching: 1, total: 4, totalValue: 850.25 })
  })

  it('go from any status to any other, but not over what somebody else has changed', async () => {
    const [tradeIn] = (await admin.tradeIns.list({ search: 'TRD-4' })).rows
    const id = tradeIn?.id ?? ''
    for (const status of walkThrough(tradeInStatuses))
      expect(await admin.tradeIns.updateStatus({ id, status })).toMatchObject({ id, status, tradeInNumber: 'TRD-4' })
    const { version } = await admin.tradeIns.byId({ id })
    expect(await admin.tradeIns.updateStatus({ id, status: 'approved', version })).toMatchObject({
      status: 'approved',
      version: version + 1,
    })
    await expect(admin.tradeIns.updateStatus({ id, status: 'rejected', version })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await admin.tradeIns.byId({ id })).toMatchObject({ status: 'approved' })
    expect((await admin.tradeIns.list({})).counts).toMatchObject({ approved: 1, submitted: 1, completed: 2 })
  })

  it('tell in their history who set which status, and nothing of what was refused', async () => {
    await run(`INSERT INTO trade_ins (trade_in_number) VALUES ('TOLD')`)
    const [row] = (await admin.tradeIns.list({ search: 'TOLD' })).rows
    const id = row?.id ?? ''
    const other = await shop.signIn('admin')
    await admin.tradeIns.updateStatus({ id, status: 'approved' })
    await other.caller.tradeIns.updateStatus({ id, status: 'rejected', version: 2 })
    await admin.tradeIns.updateStatus({ id, status: 'rejected' })
    await expect(admin.tradeIns.updateStatus({ id, status: 'submitted', version: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { rows } = await admin.audit.history({ subjectType: 'trade_in', subjectId: id })
    expect(rows).toMatchObject([
      { action: 'trade_in.status_changed', actor: other.email, before: { status: 'approved' }, after: { status: 'rejected' } },
      { action: 'trade_in.status_changed', before: { status: 'submitted' }, after: { status: 'approved' } },
    ])
    await run(`DELETE FROM trade_ins WHERE trade_in_number = 'TOLD'`)
  })

  it('refuse unknown ids and bad input', async () => {
    const unknown = { code: 'NOT_FOUND' }
    const bad = { code: 'BAD_REQUEST' }
    await expect(admin.tradeIns.byId({ id: UNKNOWN })).rejects.toMatchObject(unknown)
    await expect(admin.tradeIns.updateStatus({ id: UNKNOWN, status: 'approved' })).rejects.toMatchObject(unknown)
    await expect(admin.tradeIns.updateStatus({ id: UNKNOWN, status: 'approved', version: 3 })).rejects.toMatchObject(unknown)
    await expect(admin.tradeIns.updateStatus({ id: UNKNOWN, status: 'pending' as 'approved' })).rejects.toMatchObject(bad)
    await expect(admin.tradeIns.list({ status: 'pending' as 'approved' })).rejects.toMatchObject(bad)
    for (const cursor of foreignCursors('-created')) await expect(admin.tradeIns.list({ cursor })).rejects.toMatchObject(bad)
  })

  it('come whole and once, page by page, in as many statements as one', async () => {
    const few = await statementsOf(() => admin.tradeIns.list({ search: 'omar' }))
    await run(`INSERT INTO trade_ins (trade_in_number, user_id, created_at)
      SELECT 'MORE-' || n, '${SOMEBODY}', '2026-03-01T00:00:00Z'::timestamptz + (n % 4) * interval '1 day' FROM generate_series(1, 40) AS n`)
    expect(await statementsOf(() => admin.tradeIns.list({ search: 'omar', limit: 100 }))).toBe(few)
    for (const sort of ['created', '-created'] as const) {
      const paged = await readPages((cursor) => admin.tradeIns.list({ sort, limit: 9, cursor }))
      expect(paged).toEqual((await admin.tradeIns.list({ sort, limit: 100 })).rows)
      expect(paged).toHaveLength(44)
    }
  })
})
