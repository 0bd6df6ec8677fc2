import * as z from 'zod'
import { type CreditKind, amountInEuro, amountToSpend } from './credit'
import { plainLine, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'

/** Adjustments and refunds; above the limit they wait for a second administrator. */

export const creditRequestStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const
export type CreditRequestState = (typeof creditRequestStates)[number]

/** `amount` in EUR, below 0 to take away; customers read `reason`. */
export const adjustCreditInput = z.object({
  userId: rowId,
  amount: amountInEuro.refine((amount) => amount !== 0, 'Enter an amount other than 0'),
  reason: requiredLine('Say why'),
  ...withIdempotencyKey,
})

/** `amount` is the refund without its bonus. */
export const issueRefundInput = z.object({
  userId: rowId,
  amount: amountToSpend,
  reason: requiredLine('Say which order or return it is for'),
  ...withIdempotencyKey,
})

export const creditRequestInput = z.object({ id: rowId, version: rowVersion.optional() })
export const refuseCreditInput = creditRequestInput.extend({ note: plainLine(200).optional() })
export const refusalInput = z.object({ note: requiredLine('Say why', 200) })
export const creditRequestsInput = z.object({ state: z.enum(creditRequestStates).optional(), ...listPosition })

export interface CreditRequest {
  id: string
  userId: string
  email: string | null
  kind: CreditKind
  amount: number
  reason: string
  causeNoun: string
  causeId: string
  causeNumber: string | null
  state: CreditRequestState
  /** Null until the first administrator confirms it with a recent proof. */
  requestedBy: string | null
  requestedByEmail: string | null
  requestedAt: Date | null
  isMine: boolean
  /** Requested from the reader's network; null if unknown. */
  isFromOwnNetwork: boolean | null
  /** The sum above the limit; null without one. */
  because: string | null
  decidedByEmail: string | null
  decidedAt: Date | null
  note: string | null
  createdAt: Date
  version: number
}

export interface ListedRequest extends CreditRequest {
  customerName: string | null
  whyNot: string | null
}

export interface CreditOutcome {
  state: 'applied' | 'waiting'
  request: CreditRequest | null
  /** EUR that the customer can spend now. */
  balance: number
}
