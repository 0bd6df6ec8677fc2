import * as z from 'zod'
import { MOST_QUOTED_ROWS, type QuotedReport, type ReportDays, type ReportPeriod } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import { isWithin, readRows, type ReportCall } from './report-figures'
import { daysOf } from './report-period'

const row = z.object({
  /** 'others' sums the rows beyond the limit, 'all' the whole period. */
  part: z.enum(['rows', 'others', 'all']),
  name: z.string().nullable(),
  tradeIns: z.int(),
  quoted: z.number(),
  final: z.number(),
})

/** @param named selects rows `(name, quoted, amount)` of the CTE `compared`; names are compared without case */
async function readQuoted(call: ReportCall, days: ReportDays, named: Prisma.Sql): Promise<QuotedReport> {
  const found = await readRows(
    call,
    row,
    Prisma.sql`
      WITH compared AS (
        SELECT id, machine_id, device_info, estimated_value AS quoted, final_value AS amount FROM trade_ins
        WHERE ${isWithin(call, days, Prisma.sql`completed_at`)} AND estimated_value <> 'NaN' AND final_value <> 'NaN'
      ), by_name AS (
        SELECT min(name) AS name, count(*) AS rows, sum(quoted) AS quoted, sum(amount) AS amount,
          row_number() OVER (ORDER BY count(*) DESC, lower(min(name))) AS place
        FROM (${named}) AS named GROUP BY lower(name)
      ), parts AS (
        SELECT CASE WHEN place <= ${MOST_QUOTED_ROWS} THEN 'rows' ELSE 'others' END AS part,
          CASE WHEN place <= ${MOST_QUOTED_ROWS} THEN name END AS name, least(place, ${MOST_QUOTED_ROWS + 1}) AS place, rows, quoted, amount
        FROM by_name
        UNION ALL
        SELECT 'all', NULL, 0, count(*), sum(quoted), sum(amount) FROM compared HAVING count(*) > 0
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

/** The maker and model of a trade-in's device, or a text. */
const deviceName = Prisma.sql`left(CASE jsonb_typeof(device_info)
  WHEN 'string' THEN btrim(device_info #>> '{}')
  WHEN 'object' THEN concat_ws(' ',
    CASE WHEN jsonb_typeof(device_info -> 'manufacturer') = 'string' THEN nullif(btrim(device_info ->> 'manufacturer'), '') END,
    CASE WHEN jsonb_typeof(device_info -> 'model') = 'string' THEN nullif(btrim(device_info ->> 'model'), '') END)
  ELSE '' END, 200)`

/** By the catalogue's machine; a device's name joins the machine of that name. */
export const readMachines = (call: ReportCall, period: ReportPeriod): Promise<QuotedReport> =>
  readQuoted(
    call,
    daysOf(call, period),
    Prisma.sql`
      SELECT CASE WHEN m.id IS NULL THEN ${deviceName} ELSE concat_ws(' ', nullif(btrim(m.manufacturer), ''), nullif(btrim(m.model), '')) END AS name,
        quoted, amount
      FROM compared LEFT JOIN trade_in_machines AS m ON m.id = machine_id`,
  )

export const readReasons = (call: ReportCall, period: ReportPeriod): Promise<QuotedReport> =>
  readQuoted(
    call,
    daysOf(call, period),
    Prisma.sql`SELECT btrim(d.label) AS name, quoted, compared.amount FROM compared JOIN trade_in_deductions AS d ON d.trade_in_id = compared.id`,
  )
