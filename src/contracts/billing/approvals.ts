import * as z from 'zod'
import { requiredLine, rowId, rowVersion } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'
import type { CreditRequestState } from '~/contracts/credit/requests'
import { creditRequestStates } from '~/contracts/credit/requests'
import type { Payee } from './seller'

/** Above the limit credit notes and released payments need a second administrator, as do changes of the account that customers pay to. */

export const approvalKinds = ['credit_note', 'release', 'payee'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalsInput = z.object({ state: z.enum(creditRequestStates).optional(), ...listPosition })
export const decideApprovalInput = z.object({ id: rowId, version: rowVersion.optional() })
export const refuseApprovalInput = decideApprovalInput.extend({ note: requiredLine('Say why', 200) })

export interface ApprovalRequest {
  id: string
  kind: ApprovalKind
  state: CreditRequestState
  /** EUR; null for a change of account. */
  amount: number | null
  reason: string
  subjectId: string | null
  number: string | null
  userId: string | null
  customerName: string | null
  payee: { from: Payee; to: Payee } | null
  /** '€1,200.00 by one administrator in 30 days, which is more than €1,000.00'. */
  because: string | null
  /** Email addresses of administrators; null for a deleted account. */
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
  whyNot: string | null
}

/** Names the customer directly, or by a payment with money or store credit; all three may be missing. */
export const leftToGiveInput = z.object({ userId: rowId.optional(), paymentId: rowId.optional(), creditPaymentId: rowId.optional() })

/** EUR that the reader may give now without a second administrator. */
export interface LeftToGive {
  limit: number
  left: number
}
