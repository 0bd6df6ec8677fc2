import * as z from 'zod'
import { requiredLine, rowId, rowVersion } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'
import type { CreditRequestState } from '~/contracts/credit/requests'
import { creditRequestStates } from '~/contracts/credit/requests'
import type { Payee } from './seller'

/**
 * Requests that a second administrator decides: credit notes and released payments above the limit, and a change of the account that
 * customers pay to.
 */

export const approvalKinds = ['credit_note', 'release', 'payee'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalsInput = z.object({ state: z.enum(creditRequestStates).optional(), ...listPosition })
export const decideApprovalInput = z.object({ id: rowId, version: rowVersion.optional() })
/** The person who asked for it reads the note. */
export const refuseApprovalInput = decideApprovalInput.extend({ note: requiredLine('Say why', 200) })

export interface ApprovalRequest {
  id: string
  kind: ApprovalKind
  state: CreditRequestState
  /** EUR; null for an account. */
  amount: number | null
  reason: string
  /** The credit note, or the payment with store credit. */
  subjectId: string | null
  /** The number of the invoice, repair or order. */
  number: string | null
  userId: string | null
  customerName: string | null
  /** The present account and the requested one; null for other kinds. */
  payee: { from: Payee; to: Payee } | null
  /** The sum that exceeded the limit: '€1,200.00 by one administrator in 30 days, which is more than €1,000.00'. */
  because: string | null
  /** Addresses of administrators; null for a deleted account. */
  requestedBy: string | null
  requestedAt: Date
  isMine: boolean
  isFromOwnNetwork: boolean | null
  decidedBy: string | null
  decidedAt: Date | null
  note: string | null
  version: number
}

export interface ListedApproval extends ApprovalRequest {
  /** Why the reader cannot approve it; null if they can. */
  whyNot: string | null
}

/** Names the customer directly, or by a payment with money or with store credit; nobody if all are left out. */
export const leftToGiveInput = z.object({ userId: rowId.optional(), paymentId: rowId.optional(), creditPaymentId: rowId.optional() })

/** EUR that the reader may give a customer without a second administrator, at this moment. */
export interface LeftToGive {
  limit: number
  left: number
}
