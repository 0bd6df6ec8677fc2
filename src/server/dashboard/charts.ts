import { CHART_MONTHS, type DashboardCharts } from '~/contracts/dashboard'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { latestMonths, type Month } from '~/lib/months'
import { toAmount } from '~/server/db/amount'
import { readCounts } from '~/server/db/counts'
import type { Services } from '~/server/services'
import { restsOf, spansOf } from './period'

/** What was ordered in each month, in EUR: sums of some hundred kept counts, however many orders there are. */
async function readRevenue(prisma: PrismaClient, months: Month[]): Promise<DashboardCharts['revenue']> {
  const spans = months.flatMap(({ from, to }, index) =>
    spansOf('orders', from, to).map(({ noun, first, past }) => Prisma.sql`(${index}::int, ${noun}, ${first}, ${past})`),
  )
  const rests = months.flatMap(({ from, to }, index) =>
    restsOf(from, to).map(
      ([start, end]) => Prisma.sql`
        UNION ALL SELECT ${index}::int, sum(total_amount) FROM orders WHERE created_at >= ${start} AND created_at < ${end}`,
    ),
  )
  const sums = await prisma.$queryRaw<{ month: number; amount: Prisma.Decimal | null }[]>`
    SELECT month, sum(amount) AS amount FROM (
      SELECT span.month, kept.amount FROM (VALUES ${Prisma.join(spans)}) AS span (month, noun, first, past)
      JOIN list_counts AS kept ON kept.noun = span.noun AND kept.key >= span.first COLLATE "C" AND kept.key < span.past COLLATE "C"
      ${rests.length > 0 ? Prisma.join(rests, ' ') : Prisma.empty}
    ) AS parts GROUP BY month`
  const byMonth = new Map(sums.map(({ month, amount }) => [month, amount === null ? 0 : toAmount(amount)]))
  return months.map(({ name }, index) => ({ month: name, amount: byMonth.get(index) ?? 0 }))
}

/** The dashboard's charts as they are now; months begin in the business's time zone. */
export async function readCharts({
  db: { prisma },
  now,
  businessTimeZone,
}: Pick<Services, 'db' | 'now' | 'businessTimeZone'>): Promise<DashboardCharts> {
  const [revenue, repairs, tradeIns] = await Promise.all([
    readRevenue(prisma, latestMonths(now(), businessTimeZone, CHART_MONTHS)),
    readCounts(prisma, 'repairs'),
    readCounts(prisma, 'trade_ins'),
  ])
  return {
    revenue,
    repairs: repairStatuses.map((status) => ({ status, rows: repairs.rows(status) })),
    tradeIns: tradeInStatuses.map((status) => ({ status, rows: tradeIns.rows(status) })),
  }
}
