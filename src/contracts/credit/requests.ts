import * as z from 'zod'
import { type CreditKind, amountInEuro, amountToSpend } from './credit'
import { plainLine, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'

/** Adjustments and refunds by administrators; above the limit they wait for a second one. */

export const creditRequestStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const
export type CreditRequestState = (typeof creditRequestStates)[number]

/** `amount` is in EUR and below 0 to take away; the customer reads the reason. */
export const adjustCreditInput = z.object({
  userId: rowId,
  amount: amountInEuro.refine((amount) => amount !== 0, 'Enter an amount other than 0'),
  reason: requiredLine('Say why'),
  ...withIdempotencyKey,
})

/** `amount` is what would be paid back; the bonus comes to it. */
export const issueRefundInput = z.object({
  userId: rowId,
  amount: amountToSpend,
  reason: requiredLine('Say which order or return it is for'),
  ...withIdempotencyKey,
})

export const creditRequestInput = z.object({ id: rowId, version: rowVersion.optional() })
/** `note` says why; the requester reads it. Programs may leave it out. */
export const refuseCreditInput = creditRequestInput.extend({ note: plainLine(200).optional() })
/** The same as a person is asked for it. */
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
  /** Null while the first administrator has not confirmed it with a recent proof. */
  requestedBy: string | null
  requestedByEmail: string | null
  requestedAt: Date | null
  /** Asked for by the reader. */
  isMine: boolean
  /** True if the request came from the reader's own network; null where that is not known. */
  isFromOwnNetwork: boolean | null
  /** The sum that was above the limit; null where none was. */
  because: string | null
  decidedByEmail: string | null
  decidedAt: Date | null
  /** Why it was refused. */
  note: string | null
  createdAt: Date
  version: number
}

export interface ListedRequest extends CreditRequest {
  /** Of the customer; their address is missing where they have none. */
  customerName: string | null
  /** Why the reader cannot approve it; null if they can. */
  whyNot: string | null
}

/** Result of an adjustment, a refund or an approval: written, or waiting for a (second) administrator. */
export interface CreditOutcome {
  state: 'applied' | 'waiting'
  /** Null where none was needed. */
  request: CreditRequest | null
  /** EUR that the customer can spend now. */
  balance: number
}
