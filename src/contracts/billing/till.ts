import * as z from 'zod'
import { amountOrNull, day, lineOrNull, withIdempotencyKey } from '~/contracts/fields'

/** The cash of a day, as it is counted when the counter closes. Amounts are EUR. */

/** A count as it is entered: the cash of the day's sales, without the float. */
export const tillCount = z.object({
  counted: amountOrNull('Cash counted').refine((amount) => amount !== null, 'Enter what you counted'),
  note: lineOrNull,
})

/** @param seen the number of counts of this day that were there to see */
export const countTillInput = tillCount.extend({ day, seen: z.int().min(0).default(0), ...withIdempotencyKey })

export interface TillCount {
  id: string
  /** Counts of one day, from 1. */
  number: number
  /** EUR that were expected at that moment, and that were there. */
  expected: number
  counted: number
  /** Cash beyond the expected; below 0 where some is missing. */
  difference: number
  note: string | null
  /** By address; null for somebody who has gone. */
  by: string | null
  at: Date
}

export interface TillDay {
  /** As '2026-11-21'. */
  day: string
  /** Cash payments that were received on the day, and cash that was given back on it. */
  received: number
  refunded: number
  expected: number
  /** Counts of the day, the last first: that one counts. */
  counts: TillCount[]
}
