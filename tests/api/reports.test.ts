import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Turnaround } from '~/contracts/office/reports'
import type { Database } from '~/server/platform/database/database'
import { isBusinessDay } from '~/lib/business-days'
import { calendarDay } from '~/lib/instant'
import { openTestDatabase } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

let db: Database
let shop: TestShop
let admin: TestShop['visitor']
let sessionId: string
beforeAll(async () => {
  db = await openTestDatabase()
  shop = await openTestShop({ db })
  ;({ caller: admin, sessionId } = await shop.signIn('admin'))
})
afterAll(() => shop.close())

const sql = (statement: string) => db.prisma.$executeRawUnsafe(statement)
const ALL = { from: '2024-01-01', to: '2026-12-31' }
const cents = (amount: number) => Math.round(amount * 100) / 100

/** Made-up rows that are the same each time: a part of a hash of the row's number, from 0 to below 1. */
const chance = (salt: string) => `(('x' || substr(md5('${salt}' || n), 1, 7))::bit(28)::int / 268435456.0)`
const some = (values: string, salt: string) => `(ARRAY[${values}])[1 + floor(${chance(salt)} * cardinality(ARRAY[${values}]))::int]`
const when = (salt: string) => `'2024-02-01T00:00:00Z'::timestamptz + ${chance(salt)} * interval '900 days'`

const history = [
  `INSERT INTO trade_in_machines (manufacturer, model) SELECT 'Bitmain', 'S' || n FROM generate_series(1, 5) AS n`,
  `INSERT INTO repairs (repair_number, status, service, created_at, completed_at, due_on, estimated_cost, actual_cost)
   SELECT 'R-' || n, ${some(`'received', 'testing', 'completed', 'completed', 'shipped'`, 'status')}::repair_status,
     ${some(`'hashboard', 'control_board', 'power_supply', NULL, 'welding'`, 'service')}, at, at + ${chance('took')} * interval '15 days',
     CASE WHEN ${chance('promised')} < 0.7 THEN (at + interval '7 days')::date END,
     CASE WHEN ${chance('estimated')} < 0.8 THEN round((50 + ${chance('cost')} * 300)::numeric, 2) END,
     CASE WHEN ${chance('actual')} < 0.8 THEN round((50 + ${chance('bill')} * 300)::numeric, 2) END
   FROM (SELECT n, ${when('repair')} AS at FROM generate_series(1, 200) AS n) AS made`,
  `INSERT INTO case_quotes (case_id, number, state, total, sent_at, expires_at)
   SELECT id, 1, ${some(`'draft', 'sent', 'accepted', 'accepted', 'declined', 'expired'`, 'state')}::quote_state, n + 0.25, created_at, created_at + interval '14 days'
   FROM (SELECT id, created_at, substr(repair_number, 3)::int AS n FROM repairs) AS of`,
  `INSERT INTO trade_ins (trade_in_number, status, device_info, machine_id, estimated_value, final_value, created_at, completed_at)
   SELECT 'T-' || n, ${some(`'submitted', 'approved', 'completed', 'completed', 'rejected'`, 'status')}::trade_in_status,
     ${some(`'{"manufacturer":"Bitmain","model":"S1"}', '{"manufacturer":"BITMAIN","model":"s1"}', '{"model":"L7"}', '"An old rig"', '[]', '{}'`, 'device')}::jsonb,
     CASE WHEN ${chance('known')} < 0.6 THEN (SELECT id FROM trade_in_machines WHERE model = 'S' || 1 + n % 5) END,
     CASE WHEN ${chance('quoted')} < 0.9 THEN n * 10.5 END, CASE WHEN ${chance('final')} < 0.9 THEN n * 9 END, at, at + interval '4 days'
   FROM (SELECT n, ${when('trade-in')} AS at FROM generate_series(1, 150) AS n) AS made`,
  `INSERT INTO trade_in_deductions (trade_in_id, label, amount)
   SELECT id, label, 5 FROM (SELECT id, substr(trade_in_number, 3)::int AS n FROM trade_ins) AS of
   CROSS JOIN unnest(ARRAY['Corrosion', 'Dead hashboard', 'No fans']) AS label WHERE ${chance(`' || label || '`)} < 0.3`,
  `INSERT INTO case_quotes (case_id, number, state, total, sent_at)
   SELECT id, 1, ${some(`'draft', 'accepted', 'declined', 'disputed', 'expired'`, 'state')}::quote_state, n, created_at
   FROM (SELECT id, created_at, substr(trade_in_number, 3)::int AS n FROM trade_ins) AS of`,
]

/** Every business day of the time that the rows are of. */
const workingDays = Array.from({ length: 1400 }, (_, index) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)).filter(
  isBusinessDay,
)
const businessDays = (first: string, last: string) => workingDays.filter((day) => day > first && day <= last).length

const zone = 'Europe/London'
const days = new Map<number, string>()
/** The day of an instant, reckoned once: each row is asked for its days by every month. */
function dayOf(instant: Date | null): string {
  if (instant === null) return ''
  const day = days.get(instant.getTime()) ?? calendarDay(instant, zone)
  days.set(instant.getTime(), day)
  return day
}

function percentile(sorted: number[], part: number): number | null {
  return sorted[Math.ceil(sorted.length * part) - 1] ?? null
}

/** The report as one counts it from the rows. */
async function countedTurnaround({ from, to }: typeof ALL) {
  const repairs = await db.prisma.repair.findMany({ where: { completedAt: { not: null } } })
  const done = repairs.filter(({ completedAt }) => dayOf(completedAt) >= from && dayOf(completedAt) <= to)
  const of = (rows: typeof done): Turnaround => {
    const took = rows.map(({ createdAt, completedAt }) => businessDays(dayOf(createdAt), dayOf(completedAt))).toSorted((a, b) => a - b)
    const due = rows.filter(({ dueOn }) => dueOn !== null)
    return {
      completed: rows.length,
      median: percentile(took, 0.5),
      percentile90: percentile(took, 0.9),
      due: due.length,
      onTime: due.filter(({ dueOn, completedAt }) => dayOf(completedAt) <= (dueOn?.toISOString().slice(0, 10) ?? '')).length,
    }
  }
  const services = [...new Set(done.map(({ service }) => service))]
  return { all: of(done), services: services.map((service) => ({ service, ...of(done.filter((each) => each.service === service)) })) }
}

const byService = <Row extends { service: string | null }>(rows: Row[]) =>
  rows.toSorted((one, other) => (one.service ?? '').localeCompare(other.service ?? ''))

async function expectReports() {
  for (const period of [ALL, { from: '2025-03-15', to: '2025-06-20' }]) {
    const { all, services } = await admin.reports.turnaround(period)
    const counted = await countedTurnaround(period)
    expect({ all, services: byService(services) }).toEqual({ all: counted.all, services: byService(counted.services) })
  }
  const [repairs, tradeIns] = await Promise.all([
    db.prisma.repair.findMany(),
    db.prisma.tradeIn.findMany({ include: { deductions: true } }),
  ])
  const { months } = await admin.reports.months(ALL)
  expect(months).toHaveLength(36)
  for (const month of months) {
    const [opened, done] = [
      repairs.filter((each) => dayOf(each.createdAt).startsWith(month.month)),
      repairs.filter((each) => dayOf(each.completedAt).startsWith(month.month)),
    ]
    const traded = tradeIns.filter((each) => dayOf(each.completedAt).startsWith(month.month))
    expect({ ...month, repairsValue: cents(month.repairsValue), tradeInsValue: cents(month.tradeInsValue) }).toEqual({
      month: month.month,
      repairsOpened: opened.length,
      repairsCompleted: done.length,
      repairsValue: cents(done.reduce((sum, { actualCost, estimatedCost }) => sum + Number(actualCost ?? estimatedCost ?? 0), 0)),
      tradeInsCompleted: traded.length,
      tradeInsValue: cents(traded.reduce((sum, { finalValue, estimatedValue }) => sum + Number(finalValue ?? estimatedValue ?? 0), 0)),
    })
  }
  const compared = tradeIns.filter((each) => each.completedAt !== null && each.estimatedValue !== null && each.finalValue !== null)
  const reasons = await admin.reports.reasons(ALL)
  expect(reasons.all.tradeIns).toBe(compared.length)
  for (const { name, tradeIns: rows, quoted, final } of reasons.rows) {
    const of = compared.filter(({ deductions }) => deductions.some(({ label }) => label === name))
    expect([rows, cents(quoted), cents(final)]).toEqual([
      of.length,
      cents(of.reduce((sum, each) => sum + Number(each.estimatedValue), 0)),
      cents(of.reduce((sum, each) => sum + Number(each.finalValue), 0)),
    ])
  }
  expect(reasons.rows.reduce((sum, { tradeIns: rows }) => sum + rows, 0)).toBe(compared.flatMap(({ deductions }) => deductions).length)
  const machines = await admin.reports.machines(ALL)
  expect(machines.rows.reduce((sum, { tradeIns: rows }) => sum + rows, 0)).toBe(compared.length)
}

describe('reports', () => {
  it('of a shop without cases are empty, and have the months of the last year', async () => {
    expect(await admin.reports.turnaround()).toEqual({
      days: { from: '2025-12-01', to: '2026-11-20' },
      all: { completed: 0, median: null, percentile90: null, due: 0, onTime: 0 },
      services: [],
    })
    const { months } = await admin.reports.months()
    expect([months[0]?.month, months.at(-1)?.month, months.length]).toEqual(['2025-12', '2026-11', 12])
    expect(await admin.reports.machines()).toMatchObject({ rows: [], others: null, all: { tradeIns: 0, quoted: 0, final: 0 } })
  })

  it('agree with counting made-up cases one by one', async () => {
    for (const statement of history) await sql(statement)
    await expectReports()
  })

  it('count answers by the month in which they were asked for, and what has run out as expired', async () => {
    await sql(`TRUNCATE case_quotes CASCADE`)
    await sql(`INSERT INTO repairs (repair_number) VALUES ('ASKED')`)
    await sql(`INSERT INTO case_quotes (case_id, number, state, total, sent_at, expires_at)
      SELECT id, n, state::quote_state, 100 + n, sent::timestamptz, '2026-11-20T11:00:00Z'::timestamptz + later * interval '1 day'
      FROM repairs, (VALUES (1, 'accepted', '2026-10-31T23:59:00Z', 0), (2, 'accepted', '2026-11-01T00:00:00Z', 0), (3, 'declined', '2026-11-02T00:00:00Z', 0),
        (4, 'sent', '2026-11-03T00:00:00Z', 1), (5, 'sent', '2026-11-04T00:00:00Z', 0), (6, 'expired', '2026-11-05T00:00:00Z', 0), (7, 'draft', NULL, 0)) AS asked (n, state, sent, later)
      WHERE repair_number = 'ASKED'`)
    const { months } = await admin.reports.estimates({ from: '2026-10-01', to: '2026-11-30' })
    expect(months.map(({ month, states: { accepted, declined, expired, sent } }) => [month, accepted, declined, expired, sent])).toEqual([
      ['2026-10', { rows: 1, amount: 101 }, { rows: 0, amount: 0 }, { rows: 0, amount: 0 }, { rows: 0, amount: 0 }],
      ['2026-11', { rows: 1, amount: 102 }, { rows: 1, amount: 103 }, { rows: 2, amount: 211 }, { rows: 1, amount: 104 }],
    ])
  })

  it('name machines as the catalogue or the customer does, in whatever case, and say where nothing is stated', async () => {
    await sql(`TRUNCATE trade_ins CASCADE`)
    await sql(`INSERT INTO trade_ins (trade_in_number, status, device_info, machine_id, estimated_value, final_value)
      SELECT 'N-' || n, 'completed', device::jsonb, (SELECT id FROM trade_in_machines WHERE model = machine), 100, paid
      FROM (VALUES (1, '{}', 'S1', 90), (2, '{"manufacturer":"bitmain","model":"s1"}', NULL, 70), (3, '"A rig"', NULL, 100), (4, '[]', NULL, 50),
        (5, '{"manufacturer":" ","model":7}', NULL, 50), (6, '{"model":"~L7"}', NULL, 10), (7, '{}', 'S3', NULL)) AS given (n, device, machine, paid)`)
    const today = { from: '2026-01-01', to: '2035-12-31' }
    const { rows, all, others } = await admin.reports.machines(today)
    expect(rows.map(({ name, tradeIns, final }) => [name?.toLowerCase(), tradeIns, final])).toEqual([
      [undefined, 2, 100],
      ['bitmain s1', 2, 160],
      ['a rig', 1, 100],
      ['~l7', 1, 10],
    ])
    expect([all, others]).toEqual([{ tradeIns: 6, quoted: 600, final: 370 }, null])
  })

  it('leave instants out that mean nothing, and amounts that are none', async () => {
    await sql(`INSERT INTO repairs (repair_number, status, created_at, completed_at, actual_cost)
      VALUES ('ODD-1', 'completed', '-infinity', 'infinity', 'NaN'), ('ODD-2', 'completed', 'infinity', '2019-05-01', 7), ('ODD-3', 'shipped', '4713-01-01 BC', '2019-05-02', 'NaN')`)
    const { all } = await admin.reports.turnaround({ from: '2019-01-01', to: '2019-12-31' })
    expect([all.completed, all.median]).toEqual([2, 0])
    expect((await admin.reports.months({ from: '2019-05-01', to: '2019-05-31' })).months).toMatchObject([
      { repairsCompleted: 2, repairsValue: 7 },
    ])
  })

  it('refuse periods that are none, and name the field', async () => {
    const refused = (period: object) => expect(admin.reports.months(period)).rejects
    await refused({ from: '2026-02-01', to: '2026-01-31' }).toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: ['to'] }] } })
    await refused({ from: '2026-02-30', to: '2026-03-31' }).toMatchObject({ cause: { issues: [{ path: ['from'] }] } })
    await refused({ from: '2016-01-01', to: '2026-01-01' }).toMatchObject({
      cause: { issues: [{ path: ['to'], message: 'At most 10 years' }] },
    })
    await refused({ from: '2026-13-45', to: '2026-02-30' }).toMatchObject({ cause: { issues: [{ path: ['from'] }, { path: ['to'] }] } })
    await refused({ to: '2026-01-31' }).toMatchObject({ cause: { issues: [{ path: ['from'] }] } })
    await refused({ from: '2026-01-31' }).toMatchObject({ cause: { issues: [{ path: ['to'] }] } })
    await refused({ preset: 'thisYear', to: '2026-01-31' }).toMatchObject({ cause: { issues: [{ path: ['preset'] }] } })
  })

  it('count days where the business is, also after it has moved', async () => {
    await sql(
      `INSERT INTO repairs (repair_number, status, created_at, completed_at) VALUES ('NIGHT', 'completed', '2018-12-31T20:00:00Z', '2018-12-31T20:00:00Z')`,
    )
    const year = { from: '2019-01-01', to: '2019-01-01' }
    expect((await admin.reports.turnaround(year)).all.completed).toBe(0)
    const kolkata = await openTestShop({ db, businessTimeZone: 'Asia/Kolkata' })
    expect((await kolkata.callerOf(sessionId).reports.turnaround(year)).all.completed).toBe(1)
    await kolkata.services.hub.stop()
  })
})
