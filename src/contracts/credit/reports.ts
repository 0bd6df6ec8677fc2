import * as z from 'zod'
import type { CreditKind } from './credit'
import { longest } from '~/contracts/fields'

const day = z
  .string()
  .max(10)
  .pipe(z.iso.date('Not a valid date'))
  .refine((text) => text >= '2000-01-01' && text <= '2999-12-31', 'Not a valid date')

export const creditLiabilityInput = z.object({ day: day.optional() })

export const creditMonthInput = z.object({
  month: z
    .string()
    .check(longest(7, 'Not a valid month'))
    .pipe(z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Not a valid month')),
})

/** EUR owed at the end of a day, by kind and by month of expiry ('2028-11', null for never). */
export interface CreditLiability {
  day: string
  total: number
  held: number
  byKind: { kind: CreditKind; amount: number }[]
  byExpiry: { month: string | null; amount: number }[]
}

/** EUR: `opening + issued + adjusted - used - expired = closing`. */
export interface CreditMonth {
  month: string
  opening: number
  /** Less what was taken back. */
  issued: number
  adjusted: number
  used: number
  expired: number
  closing: number
}

export interface CreditState {
  /** Accounts whose sums or hashes differ from their entries, at the last check. */
  differences: number
  checkedAt: Date | null
  /** Requests awaiting approval, and completed trade-ins without credit; counted up to 100. */
  waiting: number
  undecided: number
}
