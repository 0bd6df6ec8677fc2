import * as z from 'zod'
import { amountToSpend } from '~/contracts/credit/credit'
import { trackingToken } from '~/contracts/case-ref'
import { day, lineOrNull, requiredLine, rowId, rowVersion, withConfirmation, withIdempotencyKey } from '~/contracts/fields'
import { listInput, listPosition } from '~/contracts/list-page'

/** Money that the shop receives and gives back: by the card provider, or recorded by hand. Amounts are EUR. */

export const paymentMethods = ['stripe', 'transfer', 'card', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  stripe: 'Card online',
  transfer: 'Bank transfer',
  card: 'Card terminal',
  cash: 'Cash',
}
export const recordedMethods = ['transfer', 'card', 'cash'] as const satisfies readonly PaymentMethod[]
export type RecordedMethod = (typeof recordedMethods)[number]

export const refundStates = ['waiting', 'asked', 'done', 'refused', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

export interface RefundRow {
  id: string
  paymentId: string
  amount: number
  reason: string
  state: RefundState
  /** By address; null for the provider itself. */
  requestedBy: string | null
  isOwn: boolean
  because: string | null
  decidedBy: string | null
  decisionNote: string | null
  failure: string | null
  requestedAt: Date
  version: number
}

export interface PaymentRow {
  id: string
  method: PaymentMethod
  amount: number
  /** EUR that pay invoices, that pay none, and that were given back. */
  allocated: number
  onAccount: number
  refunded: number
  /** As '2026-11-21'. */
  receivedOn: string
  reference: string | null
  note: string | null
  buyerName: string | null
  invoiceId: string | null
  invoiceNumber: string | null
  noun: 'repairs' | 'orders' | null
  nounId: string | null
  nounNumber: string | null
  checkoutId: string | null
  dispute: { state: string; amount: number; at: Date } | null
  /** The payment was recorded by mistake: it pays nothing and its money does not exist. `reason` is for administrators alone. */
  reversed?: { at: Date; reason: string | null } | null
  refunds: RefundRow[]
  createdAt: Date
  version: number
}

/** True for a payment recorded by hand of which nothing was refunded. */
export const canReverse = ({ method, refunded, refunds, reversed }: PaymentRow): boolean =>
  !reversed &&
  refunded === 0 &&
  recordedMethods.some((each) => each === method) &&
  refunds.every(({ state }) => state === 'refused' || state === 'failed')

/** The address of a payment's receipt, for administrators. */
export const receiptFile = (id: string): string => `/api/receipts/${encodeURIComponent(id)}`

/** One's own invoice, or the case of a link; without a session the token of a case's link. */
export const startPaymentInput = z.union([
  z.object({ token: trackingToken }),
  z.object({ invoiceId: rowId }),
  z.object({ repairId: rowId }),
  z.object({ orderId: rowId }),
])

/** EUR: a payment may exceed the amount owed by so much without a question. */
const LITTLE_MORE = 50

/** True for a payment of more than twice the amount owed (EUR), which is probably a slip. */
export const isFarAbove = (amount: number, owed: number): boolean => amount > 2 * owed && amount - owed > LITTLE_MORE

export const recordedPayment = z.object({
  method: z.enum(recordedMethods, 'Choose how it was paid'),
  amount: amountToSpend,
  reference: lineOrNull,
  /** The day on which it came, as '2026-11-21'; not after today. */
  receivedOn: day,
})

/** Names an invoice; or a repair or an order without one, so that the money stays on account until an invoice is issued. */
export const recordPaymentInput = z
  .object({
    invoiceId: rowId.optional(),
    repairId: rowId.optional(),
    orderId: rowId.optional(),
    ...recordedPayment.shape,
    ...withConfirmation,
    ...withIdempotencyKey,
  })
  .refine(({ invoiceId, repairId, orderId }) => [invoiceId, repairId, orderId].filter((id) => id !== undefined).length === 1, {
    path: ['invoiceId'],
    error: 'Name an invoice, a repair or an order',
  })

export const refundPaymentInput = z.object({
  paymentId: rowId,
  amount: amountToSpend,
  reason: requiredLine('Say why'),
  ...withIdempotencyKey,
})

export const reversePaymentInput = z.object({ paymentId: rowId, reason: requiredLine('Say why'), ...withIdempotencyKey })

export const decideRefundInput = z.object({ id: rowId, version: rowVersion.optional() })
export const refuseRefundInput = decideRefundInput.extend({ note: requiredLine('Say why') })

export interface RefundOutcome extends RefundRow {
  /** Tells the administrator what has become of it, or is to be done. */
  notice: string
}

/** Payments in a list: by the number of an invoice, repair or order, the buyer, or the reference. */
export const paymentsInput = listInput.extend({
  method: z.enum(paymentMethods).optional(),
  onlyOnAccount: z.boolean().optional(),
})

export const applyPaymentInput = z.object({ paymentId: rowId, invoiceId: rowId })

export const refundsInput = z.object({ state: z.enum(refundStates).optional(), ...listPosition })

export interface ListedRefund extends RefundRow {
  /** Of its payment. */
  method: PaymentMethod
  buyerName: string | null
  number: string | null
  /** Why the reader cannot approve it; null if they can. */
  whyNot: string | null
}

/** How to pay something: by card here, or by a transfer to the shop's account. */
export interface PaymentWays {
  card: boolean
  transfer: {
    accountName: string | null
    bankName: string | null
    iban: string | null
    bic: string | null
    sortCode: string | null
    accountNumber: string | null
    /** To be named with the transfer. */
    reference: string
  } | null
  /** EUR to pay now. */
  amount: number
}
