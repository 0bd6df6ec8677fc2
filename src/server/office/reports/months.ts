import * as z from 'zod'
import {
  type AnswersReport,
  type MonthsReport,
  type ReportDays,
  type ReportPeriod,
  sentOfferStates,
  sentStates,
} from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import { isWithin, monthName, monthOf, readRows, type ReportCall } from './report-figures'
import { daysOf, monthsOf } from './report-period'

const row = z.object({ month: z.string(), key: z.string(), rows: z.int(), amount: z.number() })

const byMonth = (call: ReportCall, days: ReportDays, key: string, table: Prisma.Sql, instant: Prisma.Sql, amount: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT ${monthName} AS month, ${key}::text AS key, count(*) AS rows, sum(amount) AS amount
    FROM (SELECT ${monthOf(call, instant)} AS month, ${amount} AS amount FROM ${table} WHERE ${isWithin(call, days, instant)}) AS found
    GROUP BY found.month`

const firstOf = (column: Prisma.Sql, other: Prisma.Sql) => Prisma.sql`coalesce(nullif(${column}, 'NaN'), nullif(${other}, 'NaN'), 0)`

export async function readMonths(call: ReportCall, period: ReportPeriod): Promise<MonthsReport> {
  const days = daysOf(call, period)
  const found = await readRows(
    call,
    row,
    Prisma.join(
      [
        byMonth(call, days, 'repairs opened', Prisma.sql`repairs`, Prisma.sql`created_at`, Prisma.sql`0`),
        byMonth(
          call,
          days,
          'repairs completed',
          Prisma.sql`repairs`,
          Prisma.sql`completed_at`,
          firstOf(Prisma.sql`actual_cost`, Prisma.sql`estimated_cost`),
        ),
        byMonth(
          call,
          days,
          'trade-ins completed',
          Prisma.sql`trade_ins`,
          Prisma.sql`completed_at`,
          firstOf(Prisma.sql`final_value`, Prisma.sql`estimated_value`),
        ),
      ],
      ' UNION ALL ',
    ),
  )
  const months = monthsOf(days).map((month) => {
    const of = (key: string) => found.find((each) => each.month === month && each.key === key)
    const [repairs, tradeIns] = [of('repairs completed'), of('trade-ins completed')]
    return {
      month,
      repairsOpened: of('repairs opened')?.rows ?? 0,
      repairsCompleted: repairs?.rows ?? 0,
      repairsValue: repairs?.amount ?? 0,
      tradeInsCompleted: tradeIns?.rows ?? 0,
      tradeInsValue: tradeIns?.amount ?? 0,
    }
  })
  return { days, months }
}

/** Expired quotes count as such even before they are marked, as on their own page. */
async function readAnswers<State extends string>(
  call: ReportCall,
  period: ReportPeriod,
  kind: 'repairs' | 'trade_ins',
  states: readonly State[],
): Promise<AnswersReport<State>> {
  const days = daysOf(call, period)
  const found = await readRows(
    call,
    row,
    Prisma.sql`
      SELECT ${monthName} AS month, key, count(*) AS rows, sum(total) AS amount FROM (
        SELECT ${monthOf(call, Prisma.sql`sent_at`)} AS month, coalesce(total, 0) AS total,
          CASE WHEN state = 'sent' AND expires_at <= ${call.now()} THEN 'expired' ELSE state::text END AS key
        FROM case_quotes JOIN cases ON cases.id = case_id AND kind = ${kind}::case_kind
        WHERE state <> 'draft' AND ${isWithin(call, days, Prisma.sql`sent_at`)}
      ) AS found GROUP BY found.month, key`,
  )
  const months = monthsOf(days).map((month) => {
    const of = (key: State) => {
      const { rows = 0, amount: total = 0 } = found.find((each) => each.month === month && each.key === key) ?? {}
      return { rows, amount: total }
    }
    // `Object.fromEntries` loses its keys.
    return { month, states: Object.fromEntries(states.map((state) => [state, of(state)])) as Record<State, ReturnType<typeof of>> }
  })
  return { days, months }
}

export const readEstimates = (call: ReportCall, period: ReportPeriod) => readAnswers(call, period, 'repairs', sentStates)
export const readOffers = (call: ReportCall, period: ReportPeriod) => readAnswers(call, period, 'trade_ins', sentOfferStates)
