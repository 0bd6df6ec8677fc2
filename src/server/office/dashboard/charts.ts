import { CHART_MONTHS, type DashboardCharts } from '~/contracts/office/dashboard'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import { readCounts } from '~/server/platform/lists/counts'
import { countedRecords, revenue } from '~/server/platform/records/counted-records'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'
import type { Services } from '~/server/services'
import { latestMonths, type Month } from './chart-period'

/** Revenue of each month, in EUR; the current one has what is dated ahead too. */
async function readRevenue({ prisma }: Services['db'], months: Month[]): Promise<NonNullable<DashboardCharts['revenue']>> {
  const starts = months.map(({ from }) => from)
  const sums = await prisma.$queryRaw<{ month: number; amount: Prisma.Decimal }[]>`
    SELECT width_bucket(created_at, ${starts}::timestamptz[]) AS month, ${revenue} AS amount FROM orders
    WHERE ${countedRecords.orders.which} AND created_at >= ${starts[0]} AND created_at < 'infinity' GROUP BY 1`
  const amounts = new Map(sums.map(({ month, amount }) => [month, toAmount(amount)]))
  return months.map(({ name }, index) => ({ month: name, amount: amounts.get(index + 1) ?? 0 }))
}

/** The current charts, as far as the caller may read them; months begin in the business's time zone. */
export async function readCharts({
  db,
  now,
  businessTimeZone,
  viewer,
}: SignedInCall<'db' | 'now' | 'businessTimeZone'>): Promise<DashboardCharts> {
  const may = mayRead(viewer)
  const revenue = may('orders') ? await readRevenue(db, latestMonths(now(), businessTimeZone, CHART_MONTHS)) : null
  const repairs = may('repairs') ? await readCounts(db, countedRecords.repairs) : null
  const tradeIns = may('tradeIns') ? await readCounts(db, countedRecords.tradeIns) : null
  const sent = await db.prisma.$queryRaw<{ kind: 'repairs' | 'trade_ins'; rows: number }[]>`
    SELECT c.kind::text AS kind, count(*)::int AS rows FROM case_quotes AS q JOIN cases AS c ON c.id = q.case_id
    WHERE q.state = 'sent' AND (q.expires_at IS NULL OR q.expires_at > ${now()}::timestamptz) GROUP BY c.kind`
  const sentOf = (kind: 'repairs' | 'trade_ins') => sent.find((each) => each.kind === kind)?.rows ?? 0
  return {
    revenue,
    repairs: repairs && repairStatuses.map((status) => ({ status, rows: repairs.rows(status) })),
    tradeIns: tradeIns && tradeInStatuses.map((status) => ({ status, rows: tradeIns.rows(status) })),
    sent: { repairs: repairs && sentOf('repairs'), tradeIns: tradeIns && sentOf('trade_ins') },
  }
}
