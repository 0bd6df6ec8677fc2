import * as z from 'zod'

/** The final value of a trade-in is agreed once its customer has accepted it, or an administrator has confirmed it although they have not. */

/** What the customer has said to the latest offer that was sent; `other_customer`: it was made to an earlier customer of the trade-in. */
export const unagreedReasons = ['sent', 'expired', 'declined', 'disputed', 'other_customer'] as const
export type UnagreedReason = (typeof unagreedReasons)[number]

/** Why the final value of a trade-in is not agreed. */
export interface Unagreed {
  why: UnagreedReason
  /** EUR: the latest offer that was sent. */
  total: number
}

/** The caller knows that the customer has not accepted the value, and confirms it all the same. */
export const confirmsValue = z.literal(true).optional()
