import * as z from 'zod'
import { day } from '~/contracts/fields'
import type { EstimateState } from '~/contracts/cases/estimates'
import type { OfferState } from '~/contracts/cases/offers'
import type { UnrepairedReason } from '~/contracts/repair-outcomes'

export const reportPresets = ['last12Months', 'thisYear', 'thisMonth', 'lastMonth'] as const
export type ReportPreset = (typeof reportPresets)[number]

export const presetLabels: Record<ReportPreset, string> = {
  last12Months: 'Last 12 months',
  thisYear: 'This year',
  thisMonth: 'This month',
  lastMonth: 'Last month',
}

const MOST_YEARS = 10

/** For comparing texts only: the result may be no calendar day. */
const yearsAfter = (from: string, years: number) => `${Number(from.slice(0, 4)) + years}${from.slice(4)}`

/** Two days, both included, or a preset that moves with the calendar; the default is the first preset. */
export const reportPeriodInput = z
  .object({ preset: z.enum(reportPresets).optional(), from: day.optional(), to: day.optional() })
  .superRefine(({ preset, from, to }, ctx) => {
    // A field that is no day has its own error.
    if (ctx.issues.length > 0) return
    const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
    if (preset !== undefined) {
      if (from !== undefined || to !== undefined) refuse('preset', 'Either a preset or two days')
    } else if (from === undefined && to !== undefined) refuse('from', 'Choose the first day')
    else if (from !== undefined && to === undefined) refuse('to', 'Choose the last day')
    else if (from !== undefined && to !== undefined) {
      if (to < from) refuse('to', 'The last day is before the first')
      else if (to >= yearsAfter(from, MOST_YEARS)) refuse('to', `At most ${MOST_YEARS} years`)
    }
  })
export type ReportPeriod = z.infer<typeof reportPeriodInput>

/** Both included, '2026-11-21'. */
export interface ReportDays {
  from: string
  to: string
}

export interface Turnaround {
  completed: number
  /** Business days from arrival to completion; null without repairs. */
  median: number | null
  /** Business days, null without repairs. */
  percentile90: number | null
  /** Cases with a due date, and those completed in time. */
  due: number
  onTime: number
}

export interface TurnaroundReport {
  days: ReportDays
  all: Turnaround
  /** Most repairs first; null for repairs without a service. */
  services: (Turnaround & { service: string | null })[]
}

export interface MonthFigures {
  month: string
  repairsOpened: number
  repairsCompleted: number
  /** EUR of actual costs, else estimated ones, of completed repairs. */
  repairsValue: number
  tradeInsCompleted: number
  /** EUR of final values, else estimated ones, of completed trade-ins. */
  tradeInsValue: number
}

export interface MonthsReport {
  days: ReportDays
  /** Every month, oldest first; partial at both ends. */
  months: MonthFigures[]
}

interface Sent {
  rows: number
  /** EUR. */
  amount: number
}

export interface AnswersReport<State extends string> {
  days: ReportDays
  /** Every month, oldest first. `sent` awaits an answer; `expired` was not answered in time, or replaced. */
  months: { month: string; states: Record<State, Sent> }[]
}

export const sentStates = ['accepted', 'declined', 'expired', 'sent'] as const satisfies EstimateState[]
export const sentOfferStates = ['accepted', 'declined', 'disputed', 'expired', 'sent'] as const satisfies OfferState[]
export type SentState = (typeof sentStates)[number]
export type SentOfferState = (typeof sentOfferStates)[number]

/** Completed trade-ins with both values: quoted before the inspection, and final. */
export interface QuotedFigures {
  tradeIns: number
  quoted: number
  final: number
}

/** Further rows are summed in `others`. */
export const MOST_QUOTED_ROWS = 50

export interface QuotedReport {
  days: ReportDays
  /** Most trade-ins first; null if machine or reason is not stated. */
  rows: (QuotedFigures & { name: string | null })[]
  others: QuotedFigures | null
  /** Each trade-in once, though one with several reasons counts for each of them. */
  all: QuotedFigures
}

interface Unrepaired {
  repairs: number
  /** EUR of inspection fees. */
  fees: number
}

export interface UnrepairedReport {
  days: ReportDays
  reasons: (Unrepaired & { reason: UnrepairedReason })[]
  all: Unrepaired
}

export const reportNames = ['turnaround', 'months', 'estimates', 'offers', 'machines', 'reasons', 'unrepaired'] as const
export type ReportName = (typeof reportNames)[number]

/** Percent; null for a whole of 0. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100)
