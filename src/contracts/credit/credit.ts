import * as z from 'zod'
import { decimalOf } from '~/contracts/fields'

/**
 * A ledger of balanced entries: each moves EUR between two sides of a customer's books. `available` and `held` are the shop's liability;
 * `issued` and `adjusted` are sources, `used` and `expired` ends.
 */

export const CREDIT_CURRENCY = 'EUR'

/** Credit of a trade-in never expires; that of a refund has a bonus and 24 months (requirements §9). */
export const creditKinds = ['trade_in', 'refund', 'adjustment'] as const
export const creditEntryKinds = ['issue', 'authorize', 'capture', 'void', 'expire', 'adjust', 'reverse'] as const
export const creditBooks = ['available', 'held', 'issued', 'used', 'expired', 'adjusted'] as const
export type CreditKind = (typeof creditKinds)[number]
export type CreditEntryKind = (typeof creditEntryKinds)[number]
export type CreditBook = (typeof creditBooks)[number]

/** The subject of an entry, whose id stands beside it. */
export const creditCauses = ['tradeIns', 'repairs', 'orders', 'refund', 'adjustment', 'platform', 'expiry'] as const
export type CreditCause = (typeof creditCauses)[number]

export const REFUND_BONUS_PERCENT = 5
export const REFUND_MONTHS = 24

export const refundCredit = (amount: number): number => {
  const cents = Math.round(amount * 100)
  return (cents + Math.round((cents * REFUND_BONUS_PERCENT) / 100)) / 100
}

export const limitWindows = { day: { hours: 24, label: '24 hours' }, month: { hours: 30 * 24, label: '30 days' } } as const

/** In whole cents. */
export const sumOfAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

const LARGEST_CREDIT = 9_999_999.99
const ROUNDING = 1e-6

/** EUR in steps of 0.01. */
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

export const amountToSpend = amountInEuro.refine((amount) => amount > 0, 'Enter an amount above 0')
