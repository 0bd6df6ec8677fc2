import * as z from 'zod'
import { decimalOf } from '~/contracts/fields'

/**
 * Store credit. A ledger of balanced entries: each moves an amount in EUR from one side of a customer's books to another. Of these
 * sides `available` and `held` are what the shop owes; `issued` and `adjusted` say where it came from, `used` and `expired` where it went.
 */

export const CREDIT_CURRENCY = 'EUR'

/** Credit of a trade-in never expires; that of a refund has a bonus and 24 months (requirements §9). */
export const creditKinds = ['trade_in', 'refund', 'adjustment'] as const
export const creditEntryKinds = ['issue', 'authorize', 'capture', 'void', 'expire', 'adjust', 'reverse'] as const
export const creditBooks = ['available', 'held', 'issued', 'used', 'expired', 'adjusted'] as const
export type CreditKind = (typeof creditKinds)[number]
export type CreditEntryKind = (typeof creditEntryKinds)[number]
export type CreditBook = (typeof creditBooks)[number]

/** The subject of an entry, which has an id beside it. */
export const creditCauses = ['tradeIns', 'repairs', 'orders', 'refund', 'adjustment', 'platform', 'expiry'] as const
export type CreditCause = (typeof creditCauses)[number]

export const REFUND_BONUS_PERCENT = 5
export const REFUND_MONTHS = 24

/** EUR to issue for a refund taken as store credit: with the bonus, half a cent rounded up. */
export const refundCredit = (amount: number): number => {
  const cents = Math.round(amount * 100)
  return (cents + Math.round((cents * REFUND_BONUS_PERCENT) / 100)) / 100
}

/** Windows in which the sums that an administrator gives, and a customer gets, count against a limit. */
export const limitWindows = { day: { hours: 24, label: '24 hours' }, month: { hours: 30 * 24, label: '30 days' } } as const

/** A sum of amounts in EUR, in whole cents. */
export const sumOfAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

const LARGEST_CREDIT = 9_999_999.99
const ROUNDING = 1e-6

/** EUR in steps of 0.01, from a number field. */
export const amountInEuro = z
  .union([z.number({ error: 'Enter an amount' }), z.string().trim().min(1, 'Enter an amount').max(40).transform(decimalOf)], {
    error: 'Enter an amount',
  })
  .pipe(
    z
      .number({ error: 'Enter an amount' })
      .min(-LARGEST_CREDIT, 'Too large an amount')
      .max(LARGEST_CREDIT, 'Too large an amount')
      .refine((amount) => Math.abs(amount - Number(amount.toFixed(2))) < ROUNDING, 'At most two decimals')
      .transform((amount) => Number(amount.toFixed(2))),
  )

/** EUR above 0, from a number field. */
export const amountToSpend = amountInEuro.refine((amount) => amount > 0, 'Enter an amount above 0')
