import * as z from 'zod'
import { MOST_QUOTED_ROWS, type QuotedReport, type ReportDays, type ReportPeriod } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import { figuresOf, readRows, type ReportCall } from './figures'
import { daysOf } from './period'

const row = z.object({
  /** 'others' sums the rows beyond the limit, 'all' those of the whole period. */
  part: z.enum(['rows', 'others', 'all']),
  name: z.string().nullable(),
  tradeIns: z.int(),
  quoted: z.number(),
  final: z.number(),
})

/**
 * Quoted and paid amounts by name.
 * @param named a subselect of rows `(name, rows, quoted, amount)`; names that differ in case alone are one
 */
async function readQuoted(call: ReportCall, days: ReportDays, named: Prisma.Sql): Promise<QuotedReport> {
  const found = await readRows(
    call,
    row,
    Prisma.sql`
      WITH by_name AS (
        SELECT min(name) AS name, sum(rows) AS rows, sum(quoted) AS quoted, sum(amount) AS amount,
          row_number() OVER (ORDER BY sum(rows) DESC, lower(min(name))) AS place
        FROM ${named} GROUP BY lower(name) HAVING sum(rows) > 0
      ), parts AS (
        SELECT CASE WHEN place <= ${MOST_QUOTED_ROWS} THEN 'rows' ELSE 'others' END AS part,
          CASE WHEN place <= ${MOST_QUOTED_ROWS} THEN name END AS name, least(place, ${MOST_QUOTED_ROWS + 1}) AS place, rows, quoted, amount
        FROM by_name
        UNION ALL
        SELECT 'all', NULL, 0, rows, quoted, amount FROM report_figures WHERE ${figuresOf(days, 'trade-ins compared')}
      )
      SELECT part, nullif(min(name), '') AS name, sum(rows) AS "tradeIns", sum(quoted) AS quoted, sum(amount) AS final
      FROM parts GROUP BY part, place ORDER BY place`,
  )
  const figures = (part: 'others' | 'all') =>
    found.filter((each) => each.part === part).map(({ tradeIns, quoted, final }) => ({ tradeIns, quoted, final }))[0]
  return {
    days,
    rows: found.filter(({ part }) => part === 'rows').map(({ part: _part, ...named }) => named),
    others: figures('others') ?? null,
    all: figures('all') ?? { tradeIns: 0, quoted: 0, final: 0 },
  }
}

/** By machine: the catalogue's, or the device's name, which joins the catalogue's machine of that name. */
export function readMachines(call: ReportCall, period: ReportPeriod): Promise<QuotedReport> {
  const days = daysOf(call, period)
  return readQuoted(
    call,
    days,
    Prisma.sql`(
      SELECT CASE WHEN m.id IS NULL THEN substr(key, 2) ELSE concat_ws(' ', nullif(btrim(m.manufacturer), ''), nullif(btrim(m.model), '')) END AS name,
        rows, quoted, amount
      FROM (
        SELECT key, sum(rows) AS rows, sum(quoted) AS quoted, sum(amount) AS amount FROM report_figures
        WHERE ${figuresOf(days, 'trade-ins compared')} GROUP BY key
      ) AS kept LEFT JOIN trade_in_machines AS m ON m.id = CASE WHEN left(key, 1) <> '~' THEN key::uuid END
    ) AS named`,
  )
}

/** By the reason of a deduction, as the trade-in has it. */
export function readReasons(call: ReportCall, period: ReportPeriod): Promise<QuotedReport> {
  const days = daysOf(call, period)
  return readQuoted(
    call,
    days,
    Prisma.sql`(SELECT key AS name, rows, quoted, amount FROM report_figures WHERE ${figuresOf(days, 'deductions')}) AS named`,
  )
}
