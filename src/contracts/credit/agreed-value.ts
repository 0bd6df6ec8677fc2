import * as z from 'zod'

/** The final value of a trade-in is agreed once its customer accepts it, or an administrator confirms it without their acceptance. */

/** The state of the latest offer that was sent; `other_customer`: it was made to an earlier customer of the trade-in. */
export const unagreedReasons = ['sent', 'expired', 'declined', 'disputed', 'other_customer'] as const
export type UnagreedReason = (typeof unagreedReasons)[number]

/** Why the final value of a trade-in is not agreed. */
export interface Unagreed {
  why: UnagreedReason
  /** EUR: the latest offer that was sent. */
  total: number
}

/** Confirms the value although the customer has not accepted it. */
export const confirmsValue = z.literal(true).optional()
