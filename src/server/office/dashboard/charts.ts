import { CHART_MONTHS, type DashboardCharts } from '~/contracts/office/dashboard'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import type { ReadSource } from '~/server/platform/database/read-replica'
import { readCounts } from '~/server/platform/lists/counts'
import type { Services } from '~/server/services'
import { dayKey, DAY_MS, floorTo, HOUR_MS, hourKey, latestMonths, type Month } from './period'

/** The start of '2026-07-01' or '2026-06-30T23'. */
const startOf = (key: string) => new Date(key.length === 10 ? `${key}T00:00:00Z` : `${key}:00:00Z`)

/** The hours of days that a month's start cuts in two, and those hours that it cuts in two as well. */
function cutBy(starts: readonly Date[]) {
  const cut = (unit: number) => starts.filter((start) => floorTo(unit, start) < start)
  const days = new Set(cut(DAY_MS).map((start) => dayKey(floorTo(DAY_MS, start))))
  const cutHours = new Set(cut(HOUR_MS).map((start) => hourKey(floorTo(HOUR_MS, start))))
  const hours = [...days]
    .flatMap((day) => Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`))
    .filter((hour) => !cutHours.has(hour))
  return { days: [...days], hours, cuts: cut(HOUR_MS) }
}

/**
 * Revenue of each month, in EUR: the stored sums of a year's days, of the hours of days that belong to two months and, in zones of half
 * hours, the orders of an hour at each month's border.
 */
async function readRevenue({ prisma }: ReadSource, months: Month[]): Promise<DashboardCharts['revenue']> {
  const starts = months.map(({ from }) => from)
  const { days, hours, cuts } = cutBy(starts)
  const [first = new Date(0)] = starts
  const rests = cuts.map((cut) => {
    const hour = floorTo(HOUR_MS, cut)
    const next = new Date(hour.getTime() + HOUR_MS)
    return Prisma.sql`
      UNION ALL SELECT 'before', ${cut}::timestamptz, sum(order_revenue(total_amount, currency)) FROM orders WHERE NOT is_test AND created_at >= ${hour} AND created_at < ${cut}
      UNION ALL SELECT 'after', ${cut}::timestamptz, sum(order_revenue(total_amount, currency)) FROM orders WHERE NOT is_test AND created_at >= ${cut} AND created_at < ${next}`
  })
  const sums = await prisma.$queryRaw<{ key: string; cut: Date | null; amount: Prisma.Decimal | null }[]>`
    SELECT key, NULL::timestamptz AS cut, sum(amount) AS amount FROM list_counts
    WHERE noun = 'orders by day' AND key >= ${dayKey(floorTo(DAY_MS, first))} AND key <> ALL(${days}) GROUP BY key
    UNION ALL
    SELECT key, NULL, sum(amount) FROM list_counts WHERE noun = 'orders by hour' AND key = ANY(${hours}) GROUP BY key
    ${rests.length > 0 ? Prisma.join(rests, ' ') : Prisma.empty}`
  const totals = months.map(() => new Prisma.Decimal(0))
  for (const { key, cut, amount } of sums) {
    const instant = cut === null ? startOf(key) : new Date(cut.getTime() - (key === 'before' ? 1 : 0))
    const month = starts.findLastIndex((start) => start <= instant)
    const total = totals[month]
    if (total && amount) totals[month] = total.plus(amount)
  }
  return months.map(({ name }, index) => ({ month: name, amount: toAmount(totals[index] ?? new Prisma.Decimal(0)) }))
}

/** The current charts; months begin in the business's time zone. */
export async function readCharts({
  db,
  now,
  businessTimeZone,
}: Pick<Services, 'db' | 'now' | 'businessTimeZone'>): Promise<DashboardCharts> {
  return db.reading(async (source) => {
    const revenue = await readRevenue(source, latestMonths(now(), businessTimeZone, CHART_MONTHS))
    const repairs = await readCounts(source, 'repairs')
    const tradeIns = await readCounts(source, 'trade_ins')
    const sent = await source.prisma.$queryRaw<{ kind: 'repairs' | 'trade_ins'; rows: number }[]>`
      SELECT c.kind::text AS kind, count(*)::int AS rows FROM case_quotes AS q JOIN cases AS c ON c.id = q.case_id
      WHERE q.state = 'sent' AND (q.expires_at IS NULL OR q.expires_at > ${now()}::timestamptz) GROUP BY c.kind`
    const sentOf = (kind: 'repairs' | 'trade_ins') => sent.find((each) => each.kind === kind)?.rows ?? 0
    return {
      revenue,
      repairs: repairStatuses.map((status) => ({ status, rows: repairs.rows(status) })),
      tradeIns: tradeInStatuses.map((status) => ({ status, rows: tradeIns.rows(status) })),
      sent: { repairs: sentOf('repairs'), tradeIns: sentOf('trade_ins') },
    }
  })
}
