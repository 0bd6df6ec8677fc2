import * as z from 'zod'
import { day } from '~/contracts/fields'
import type { EstimateState } from '~/contracts/cases/estimates'
import type { OfferState } from '~/contracts/cases/offers'
import type { UnrepairedReason } from '~/contracts/repair-outcomes'

/** Figures of the page Reports. Days and months are those of the business's time zone. */

export const reportPresets = ['last12Months', 'thisYear', 'thisMonth', 'lastMonth'] as const
export type ReportPreset = (typeof reportPresets)[number]

export const presetLabels: Record<ReportPreset, string> = {
  last12Months: 'Last 12 months',
  thisYear: 'This year',
  thisMonth: 'This month',
  lastMonth: 'Last month',
}

/** The longest period of a report, in years. */
const MOST_YEARS = 10

/** So many years after a day, as a text to compare days with: it need not be in the calendar, and what is no day has none. */
const yearsAfter = (from: string, years: number) => `${Number(from.slice(0, 4)) + years}${from.slice(4)}`

/** Two days, both included, or a preset, which moves on with the calendar; without either it is the first preset. */
export const reportPeriodInput = z
  .object({ preset: z.enum(reportPresets).optional(), from: day.optional(), to: day.optional() })
  .superRefine(({ preset, from, to }, ctx) => {
    // The field has refused anything that is not a day.
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

/** The days of a report, both included, as '2026-11-21'. */
export interface ReportDays {
  from: string
  to: string
}

/** Repairs that were completed in a period, those of one service or all. */
export interface Turnaround {
  completed: number
  /** Business days from arrival to completion: half of the repairs took no longer; null where there is none. */
  median: number | null
  /** The same of nine in ten. */
  percentile90: number | null
  /** Cases with a due date, and those of them that were completed in time. */
  due: number
  onTime: number
}

export interface TurnaroundReport {
  days: ReportDays
  all: Turnaround
  /** Most repairs first; null where the service is not stated. */
  services: (Turnaround & { service: string | null })[]
}

/** A month, or the part of it that lies in the period. */
export interface MonthFigures {
  /** For example '2026-07'. */
  month: string
  repairsOpened: number
  repairsCompleted: number
  /** EUR: the actual costs of the completed repairs, the estimated one where there is no other. */
  repairsValue: number
  tradeInsCompleted: number
  /** EUR: the final values of the completed trade-ins, the estimated one where there is no other. */
  tradeInsValue: number
}

export interface MonthsReport {
  days: ReportDays
  /** Every month of the period, oldest first. */
  months: MonthFigures[]
}

interface Sent {
  rows: number
  /** EUR. */
  amount: number
}

/** Answers to sent estimates or offers, by the month of sending. */
export interface AnswersReport<State extends string> {
  days: ReportDays
  /** Every month of the period, oldest first. `sent` waits for its answer; `expired` was not answered in time or replaced by a later one. */
  months: { month: string; states: Record<State, Sent> }[]
}

export const sentStates = ['accepted', 'declined', 'expired', 'sent'] as const satisfies EstimateState[]
export const sentOfferStates = ['accepted', 'declined', 'disputed', 'expired', 'sent'] as const satisfies OfferState[]
export type SentState = (typeof sentStates)[number]
export type SentOfferState = (typeof sentOfferStates)[number]

/** Values of completed trade-ins that have both: the one quoted before the inspection and the final one. */
export interface QuotedFigures {
  tradeIns: number
  /** EUR, sums. */
  quoted: number
  final: number
}

/** Rows of one report of quoted against final values; what is beyond stands together in `others`. */
export const MOST_QUOTED_ROWS = 50

export interface QuotedReport {
  days: ReportDays
  /** Most trade-ins first; null where the machine or the reason is not stated. */
  rows: (QuotedFigures & { name: string | null })[]
  others: QuotedFigures | null
  /** Of all completed trade-ins with both values, each once: one with several reasons counts for each of them. */
  all: QuotedFigures
}

interface Unrepaired {
  repairs: number
  /** EUR, the sum of what was charged for the inspections. */
  fees: number
}

/** Devices that were returned unrepaired, by the day on which their repair was completed. */
export interface UnrepairedReport {
  days: ReportDays
  /** Each reason, none left out. */
  reasons: (Unrepaired & { reason: UnrepairedReason })[]
  all: Unrepaired
}

/** The reports, as their procedures and files are called. */
export const reportNames = ['turnaround', 'months', 'estimates', 'offers', 'machines', 'reasons', 'unrepaired'] as const
export type ReportName = (typeof reportNames)[number]

/** In per cent; null where there is nothing to divide by. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100)
