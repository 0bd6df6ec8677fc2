import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { startSession } from '~/server/identity/auth/sessions'
import { createServices } from '~/server/create-services'
import type { Database } from '~/server/platform/database/database'
import { createLogger } from '~/server/platform/log'
import { measureOnEngines, printFigures, type MeasuredCall, type MeasuredCalls } from './engines'
import type { BenchSection } from './section'

/** Of a history of so many cases: 4 in 10 repairs, 3 in 10 trade-ins, 3 in 10 estimates. */
const history = (cases: number) => {
  const [repairs, tradeIns, estimates] = [cases * 0.4, cases * 0.3, cases * 0.3].map(Math.ceil)
  const when = (of: number | undefined) => `now() - interval '720 days' * (${of} - n) / ${of}`
  return [
    `INSERT INTO trade_in_machines (manufacturer, model) SELECT 'Maker ' || n % 8, 'Model ' || n FROM generate_series(1, 120) AS n`,
    `INSERT INTO repairs (repair_number, status, service, due_on, estimated_cost, actual_cost, created_at, completed_at)
     SELECT 'B-' || n, (ARRAY['received', 'completed', 'shipped', 'shipped', 'shipped'])[1 + n % 5]::repair_status,
       (ARRAY['hashboard', 'control_board', 'power_supply', 'other', NULL])[1 + n * 7919::bigint % 5], (at + interval '7 days')::date, 150, 100 + n % 200, at,
       at + interval '1 hour' * (n * 104729::bigint % 400)
     FROM (SELECT n, ${when(repairs)} AS at FROM generate_series(1, ${repairs}) AS n) AS made`,
    `INSERT INTO trade_ins (trade_in_number, status, machine_id, device_info, estimated_value, final_value, created_at, completed_at)
     SELECT 'B-' || n, (ARRAY['submitted', 'completed', 'completed', 'rejected'])[1 + n % 4]::trade_in_status, machine.id,
       jsonb_build_object('manufacturer', 'Maker', 'model', 'Old ' || n * 31::bigint % 300), 500 + n % 900, 450 + n % 800, at, at + interval '4 days'
     FROM (SELECT n, ${when(tradeIns)} AS at FROM generate_series(1, ${tradeIns}) AS n) AS made
     LEFT JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM trade_in_machines) AS machine ON machine.place = n * 7919::bigint % 150`,
    `INSERT INTO trade_in_deductions (trade_in_id, label, amount)
     SELECT id, 'Reason ' || (hashtext(trade_in_number) & 7), 20 FROM trade_ins WHERE hashtext(trade_in_number) % 2 = 0`,
    `INSERT INTO case_quotes (case_id, number, state, total, sent_at, expires_at)
     SELECT id, 1, (ARRAY['accepted', 'accepted', 'declined', 'expired'])[1 + (hashtext(repair_number) & 3)]::quote_state, 150, created_at, created_at + interval '14 days'
     FROM repairs LIMIT ${estimates}`,
  ]
}

async function fillHistory(db: Database, cases: number): Promise<void> {
  // Without triggers, which is quicker.
  await db.prisma.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(`SET LOCAL session_replication_role = replica`)
      for (const statement of history(cases)) await tx.$executeRawUnsafe(statement)
    },
    { timeout: 30 * 60_000, maxWait: 60_000 },
  )
  await db.prisma.$executeRawUnsafe('VACUUM ANALYZE')
}

/** How long a report may take (ms), however many cases there are; the time itself is wanted, not how it grows. */
const MOST_MS = 300
const ANY = Infinity

async function open(db: Database): Promise<MeasuredCalls> {
  const services = await createServices({ db, log: createLogger('silent') })
  const user = await db.prisma.user.create({
    data: { email: 'bench@example.com', profile: { create: { email: 'bench@example.com', role: 'admin' } } },
  })
  const { reports } = createCaller(createInnerTRPCContext({ services, sessionId: await startSession(services, user.id) }))
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const all = { from: day(1000), to: day(0) }
  const calls: MeasuredCall[] = [
    ['reports.turnaround, all time', ANY, () => reports.turnaround(all)],
    ['reports.months, all time', ANY, () => reports.months(all)],
    ['reports.estimates, all time', ANY, () => reports.estimates(all)],
    ['reports.offers, all time', ANY, () => reports.offers(all)],
    ['reports.machines, all time', ANY, () => reports.machines(all)],
    ['reports.reasons, all time', ANY, () => reports.reasons(all)],
    ['reports.turnaround, last 12 months', ANY, () => reports.turnaround({ preset: 'last12Months' })],
  ]
  return { calls, end: () => services.hub.stop() }
}

/** Cases on each engine; the embedded one is for a shop, not for a million. */
const SIZES = { embedded: [1_000, 100_000], postgres: [1_000, 1_000_000] }

/** `npm run bench reports [MOST_CASES]`. */
export const reportsSection: BenchSection = {
  name: 'reports',
  wanted: 'reports, medians in ms by the number of repairs, trade-ins and estimates (wanted: less than 300 ms with a million)',
  run: async ([most]) => {
    const upTo = (sizes: readonly number[]) => sizes.filter((size) => size <= Number(most ?? Infinity))
    printFigures(
      await measureOnEngines({
        sizes: { embedded: upTo(SIZES.embedded), postgres: upTo(SIZES.postgres) },
        fill: fillHistory,
        open,
      }),
      (last) => last < MOST_MS,
    )
  },
}
