import * as z from 'zod'

/** A trade-in's final value is agreed once its customer accepts it, or an administrator confirms it without that. */

/** State of the latest sent offer; `other_customer`: it was made to a former customer of the trade-in. */
export const unagreedReasons = ['sent', 'expired', 'declined', 'disputed', 'other_customer'] as const
export type UnagreedReason = (typeof unagreedReasons)[number]

export interface Unagreed {
  why: UnagreedReason
  /** EUR of the latest sent offer. */
  total: number
}

/** Confirms a value that the customer has not accepted. */
export const confirmsValue = z.literal(true).optional()
