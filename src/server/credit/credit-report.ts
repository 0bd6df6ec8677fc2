import { TZDate } from '@date-fns/tz'
import * as z from 'zod'
import { creditKinds } from '~/contracts/credit/credit'
import type { CreditLiability, CreditMonth, creditLiabilityInput, creditMonthInput } from '~/contracts/credit/reports'
import { Prisma } from '~/generated/prisma/client'
import { jsonObject } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'

/**
 * The sums before an instant: from the stored sums by UTC day, and the entries of the instant's own day. However many entries there are,
 * those of one day are read.
 */
const before = (instant: Date) => {
  const day = Prisma.sql`(${instant}::timestamptz AT TIME ZONE 'UTC')::date`
  return Prisma.sql`
    SELECT lot_kind, expires_month, kind, debit, credit, amount FROM credit_sums WHERE day < ${day}
    UNION ALL
    SELECT l.kind, date_trunc('month', l.expires_at AT TIME ZONE 'UTC')::date, e.kind, e.debit, e.credit, e.amount
    FROM credit_entries AS e JOIN credit_lots AS l ON l.id = e.lot_id
    WHERE e.at >= (${day}::timestamp AT TIME ZONE 'UTC') AND e.at < ${instant}::timestamptz`
}

/** Owed: additions to the sides `available` and `held`, less what has left them. */
const owed = Prisma.sql`sum((CASE WHEN credit IN ('available', 'held') THEN amount ELSE 0 END) - (CASE WHEN debit IN ('available', 'held') THEN amount ELSE 0 END))`
const heldSum = Prisma.sql`sum((CASE WHEN credit = 'held' THEN amount ELSE 0 END) - (CASE WHEN debit = 'held' THEN amount ELSE 0 END))`

const pad = (number: number) => String(number).padStart(2, '0')
const nameOfDay = (date: TZDate) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** The start of the next day of the business. */
function endOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date + 1, timeZone).getTime())
}

const liability = z.object({
  total: z.number(),
  held: z.number(),
  byKind: z.array(z.object({ kind: z.enum(creditKinds), amount: z.number() })).nullable(),
  byExpiry: z.array(z.object({ month: z.string().nullable(), amount: z.number() })).nullable(),
})

type Reporting = Pick<Services, 'db' | 'now' | 'businessTimeZone'>

/** The shop's debt at the end of a day of the business, held credit included; today as of now. */
export async function readLiability(
  { db, now, businessTimeZone: timeZone }: Reporting,
  { day = nameOfDay(new TZDate(now(), timeZone)) }: z.output<typeof creditLiabilityInput>,
): Promise<CreditLiability> {
  const found = liability.parse(
    await db.readJson(Prisma.sql`
      WITH sums AS MATERIALIZED (
        SELECT lot_kind, expires_month, ${owed} AS amount, ${heldSum} AS held FROM (${before(endOfDay(day, timeZone))}) AS moved GROUP BY lot_kind, expires_month
      )
      SELECT ${jsonObject({
        total: Prisma.sql`(SELECT coalesce(sum(amount), 0) FROM sums)`,
        held: Prisma.sql`(SELECT coalesce(sum(held), 0) FROM sums)`,
        byKind: Prisma.sql`(SELECT json_agg(json_build_object('kind', lot_kind, 'amount', amount) ORDER BY lot_kind)
          FROM (SELECT lot_kind, sum(amount) AS amount FROM sums GROUP BY lot_kind HAVING sum(amount) <> 0) AS kinds)`,
        byExpiry: Prisma.sql`(SELECT json_agg(json_build_object('month', to_char(expires_month, 'YYYY-MM'), 'amount', amount) ORDER BY expires_month NULLS LAST)
          FROM (SELECT expires_month, sum(amount) AS amount FROM sums GROUP BY expires_month HAVING sum(amount) <> 0) AS months)`,
      })}::text`),
  )
  return { day, ...found, byKind: found.byKind ?? [], byExpiry: found.byExpiry ?? [] }
}

const monthShape = z.object({
  opening: z.number(),
  closing: z.number(),
  issued: z.number(),
  adjusted: z.number(),
  used: z.number(),
  expired: z.number(),
})

/** Opening, issued, adjusted, used, expired and closing of a month of the business; they add up. */
export async function readMonth(
  { db, businessTimeZone: timeZone }: Pick<Reporting, 'db' | 'businessTimeZone'>,
  { month }: z.output<typeof creditMonthInput>,
): Promise<CreditMonth> {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const startOf = (index: number) => new Date(new TZDate(year, index, 1, timeZone).getTime())
  const sums = (instant: Date) => Prisma.sql`
    SELECT coalesce(${owed}, 0) AS owed, coalesce(sum(amount) FILTER (WHERE debit = 'issued'), 0) - coalesce(sum(amount) FILTER (WHERE credit = 'issued'), 0) AS issued,
      coalesce(sum(amount) FILTER (WHERE debit = 'adjusted'), 0) - coalesce(sum(amount) FILTER (WHERE credit = 'adjusted'), 0) AS adjusted,
      coalesce(sum(amount) FILTER (WHERE credit = 'used'), 0) - coalesce(sum(amount) FILTER (WHERE debit = 'used'), 0) AS used,
      coalesce(sum(amount) FILTER (WHERE credit = 'expired'), 0) AS expired
    FROM (${before(instant)}) AS moved`
  const within = (column: string) => Prisma.raw(`after.${column} - earlier.${column}`)
  const found = monthShape.parse(
    await db.readJson(Prisma.sql`
      SELECT ${jsonObject({
        opening: Prisma.sql`earlier.owed`,
        closing: Prisma.sql`after.owed`,
        issued: within('issued'),
        adjusted: within('adjusted'),
        used: within('used'),
        expired: within('expired'),
      })}::text FROM (${sums(startOf(number - 1))}) AS earlier, (${sums(startOf(number))}) AS after`),
  )
  return { month, ...found }
}
