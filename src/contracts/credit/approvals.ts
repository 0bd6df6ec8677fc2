import * as z from 'zod'
import { requiredLine, rowId, rowVersion } from '~/contracts/fields'
import { listPosition } from '~/contracts/list'
import type { CreditRequestState } from './requests'
import { creditRequestStates } from './requests'
import type { Payee } from './seller'

/** Credit notes and payments taken back above the limit, and another account that customers pay to: a second administrator decides. */

export const approvalKinds = ['credit_note', 'release', 'payee'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalsInput = z.object({ state: z.enum(creditRequestStates).optional(), ...listPosition })
export const decideApprovalInput = z.object({ id: rowId, version: rowVersion.optional() })
/** The person who has asked for it reads the note. */
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
  /** Of the invoice, repair or order. */
  number: string | null
  userId: string | null
  customerName: string | null
  /** The account that counts and the one asked for; null for other kinds. */
  payee: { from: Payee; to: Payee } | null
  /** The sum that was above the limit. */
  because: string | null
  /** Addresses of administrators; null for a deleted account. */
  requestedBy: string | null
  requestedAt: Date
  isMine: boolean
  isFromOwnNetwork: boolean | null
  decidedBy: string | null
  decidedAt: Date | null
  /** Why it was refused. */
  note: string | null
  version: number
}

/** One in a list. */
export interface ListedApproval extends ApprovalRequest {
  /** Why the reader cannot approve it; null if they can. */
  whyNot: string | null
}

/** A customer, or that of a payment with money or with store credit; nobody without any. */
export const leftToGiveInput = z.object({ userId: rowId.optional(), paymentId: rowId.optional(), creditPaymentId: rowId.optional() })

/** What the reader may give a customer alone now (EUR). */
export interface LeftToGive {
  limit: number
  left: number
}
