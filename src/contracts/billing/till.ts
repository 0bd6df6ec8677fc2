import * as z from 'zod'
import { amountOrNull, day, lineOrNull, withIdempotencyKey } from '~/contracts/fields'

/** The cash of the day's sales without the float, in EUR. */
export const tillCount = z.object({
  counted: amountOrNull('Cash counted').refine((amount) => amount !== null, 'Enter what you counted'),
  note: lineOrNull,
})

/** @param seen how many counts of this day the screen showed */
export const countTillInput = tillCount.extend({ day, seen: z.int().min(0).default(0), ...withIdempotencyKey })

export interface TillCount {
  id: string
  /** Number of the count on its day, from 1. */
  number: number
  /** EUR. */
  expected: number
  counted: number
  /** Counted minus expected: below 0 if cash is missing. */
  difference: number
  note: string | null
  by: string | null
  at: Date
}

export interface TillDay {
  day: string
  received: number
  refunded: number
  expected: number
  /** Latest first; the latest is valid. */
  counts: TillCount[]
}
