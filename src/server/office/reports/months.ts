import * as z from 'zod'
import { type AnswersReport, type MonthsReport, type ReportPeriod, sentOfferStates, sentStates } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import { figuresOf, readRows, type ReportCall } from './figures'
import { daysOf, monthsOf } from './period'

const row = z.object({ month: z.string(), key: z.string(), rows: z.int(), amount: z.number() })

const monthOf = Prisma.sql`to_char(day, 'YYYY-MM')`

/** Repairs and trade-ins by month, with their values. */
export async function readMonths(call: ReportCall, period: ReportPeriod): Promise<MonthsReport> {
  const days = daysOf(call, period)
  const found = await readRows(
    call,
    row,
    Prisma.sql`
      SELECT ${monthOf} AS month, figure AS key, sum(rows) AS rows, sum(amount) AS amount FROM report_figures
      WHERE ${figuresOf(days, 'repairs opened', 'repairs completed', 'trade-ins completed')} GROUP BY 1, 2`,
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

/** The quotes that customers get, and the kind of case that each is for. */
const sent = { estimates: 'repairs', offers: 'trade_ins' } as const

/**
 * By month and state. Expired quotes count as such even before they are marked, as on their own page; they are marked every few minutes.
 */
async function readAnswers<State extends string>(
  call: ReportCall,
  period: ReportPeriod,
  noun: keyof typeof sent,
  states: readonly State[],
): Promise<AnswersReport<State>> {
  const days = daysOf(call, period)
  const found = await readRows(
    call,
    row,
    Prisma.sql`
      SELECT ${monthOf} AS month, key, sum(rows) AS rows, sum(amount) AS amount FROM (
        SELECT day, key, rows, amount FROM report_figures WHERE ${figuresOf(days, noun)}
        UNION ALL
        SELECT day, moved.key, moved.rows, moved.rows * amount FROM (
          SELECT business_day(sent_at, time_zone) AS day, coalesce(nullif(total, 'NaN'), 0) AS amount
          FROM case_quotes JOIN cases ON cases.id = case_id AND kind = ${sent[noun]}::case_kind CROSS JOIN business_calendar
          WHERE state = 'sent' AND expires_at <= ${call.now()} AND sent_at IS NOT NULL
        ) AS over CROSS JOIN (VALUES ('sent', -1), ('expired', 1)) AS moved (key, rows)
        WHERE day BETWEEN ${days.from}::date AND ${days.to}::date
      ) AS sent GROUP BY 1, 2`,
  )
  const months = monthsOf(days).map((month) => {
    const of = (key: State) => {
      const { rows = 0, amount: total = 0 } = found.find((each) => each.month === month && each.key === key) ?? {}
      return { rows, amount: total }
    }
    // `Object.fromEntries` forgets its keys.
    return { month, states: Object.fromEntries(states.map((state) => [state, of(state)])) as Record<State, ReturnType<typeof of>> }
  })
  return { days, months }
}

export const readEstimates = (call: ReportCall, period: ReportPeriod) => readAnswers(call, period, 'estimates', sentStates)
export const readOffers = (call: ReportCall, period: ReportPeriod) => readAnswers(call, period, 'offers', sentOfferStates)
