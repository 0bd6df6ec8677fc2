import * as z from 'zod'
import type { ReportPeriod, TurnaroundReport } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import { bankHolidays } from '~/lib/business-days'
import { dayOf, isWithin, readRows, type ReportCall } from './report-figures'
import { daysOf } from './report-period'

const [FIRST_YEAR, LAST_YEAR] = [2000, 2060]
const HOLIDAYS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => bankHolidays(FIRST_YEAR + index)).flat()

/** Plain SQL may have stored unknown services. */
const MOST_SERVICES = 50

const row = z.object({
  /** Null for all together. */
  service: z.string().nullable(),
  completed: z.int(),
  median: z.int(),
  percentile90: z.int(),
  due: z.int(),
  onTime: z.int(),
})

const nothing = { completed: 0, median: null, percentile90: null, due: 0, onTime: 0 }

/** Repairs completed in a period, and those on time. A percentile is the most days of that share of them (PostgreSQL's percentile_disc). */
export async function readTurnaround(call: ReportCall, period: ReportPeriod): Promise<TurnaroundReport> {
  const days = daysOf(call, period)
  const [opened, completed] = [dayOf(call, Prisma.sql`created_at`), dayOf(call, Prisma.sql`completed_at`)]
  const rows = await readRows(
    call,
    row,
    Prisma.sql`
      WITH done AS (
        SELECT coalesce(left(btrim(service), 100), '') AS service, ${opened} AS first, ${completed} AS last,
          count(*) AS rows, count(due_on) AS due, count(*) FILTER (WHERE ${completed} <= due_on) AS on_time
        FROM repairs WHERE ${isWithin(call, days, Prisma.sql`completed_at`)} GROUP BY 1, 2, 3
      ), taken AS (
        SELECT service, days, sum(rows) AS rows, sum(due) AS due, sum(on_time) AS on_time
        FROM done, LATERAL (SELECT business_days(first, last, ${HOLIDAYS}::date[]) AS days) AS took GROUP BY GROUPING SETS ((service, days), (days))
      ), placed AS (
        SELECT *, sum(rows) OVER (PARTITION BY service ORDER BY days) AS up_to, sum(rows) OVER (PARTITION BY service) AS completed FROM taken
      )
      SELECT service, completed, min(days) FILTER (WHERE up_to * 2 >= completed) AS median,
        min(days) FILTER (WHERE up_to * 10 >= completed * 9) AS "percentile90", sum(due) AS due, sum(on_time) AS "onTime"
      FROM placed GROUP BY service, completed ORDER BY service IS NOT NULL, completed DESC, service LIMIT ${MOST_SERVICES + 1}`,
  )
  const [all, ...services] = rows
  const named = services.map(({ service, ...taken }) => ({ service: service === '' ? null : service, ...taken }))
  if (!all) return { days, all: nothing, services: named }
  const { service: _ofAll, ...taken } = all
  return { days, all: taken, services: named }
}
