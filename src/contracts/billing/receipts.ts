import * as z from 'zod'
import { amountToSpend } from '~/contracts/credit/credit'
import { trackingToken } from '~/contracts/case-ref'
import { day, lineOrNull, requiredLine, rowId, rowVersion, withConfirmation, withIdempotencyKey } from '~/contracts/fields'
import { listInput, listPosition } from '~/contracts/list-page'

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
  /** Pays invoices, pays none, was refunded. */
  allocated: number
  onAccount: number
  refunded: number
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
  /** Recorded by mistake: it pays nothing. Only administrators read `reason`. */
  reversed?: { at: Date; reason: string | null } | null
  refunds: RefundRow[]
  createdAt: Date
  version: number
}

/** Recorded by hand and not refunded. */
export const canReverse = ({ method, refunded, refunds, reversed }: PaymentRow): boolean =>
  !reversed &&
  refunded === 0 &&
  recordedMethods.some((each) => each === method) &&
  refunds.every(({ state }) => state === 'refused' || state === 'failed')

export const receiptFile = (id: string): string => `/api/receipts/${encodeURIComponent(id)}`

export const startPaymentInput = z.union([
  z.object({ token: trackingToken }),
  z.object({ invoiceId: rowId }),
  z.object({ repairId: rowId }),
  z.object({ orderId: rowId }),
])

/** EUR that a payment may exceed the debt by without a question. */
const LITTLE_MORE = 50

/** Above twice the debt (EUR): probably a slip. */
export const isFarAbove = (amount: number, owed: number): boolean => amount > 2 * owed && amount - owed > LITTLE_MORE

export const recordedPayment = z.object({
  method: z.enum(recordedMethods, 'Choose how it was paid'),
  amount: amountToSpend,
  reference: lineOrNull,
  receivedOn: day,
})

/** Names an invoice; or a repair or an order without one, whose money stays on account until an invoice is issued. */
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
  notice: string
}

export const paymentsInput = listInput.extend({
  method: z.enum(paymentMethods).optional(),
  onlyOnAccount: z.boolean().optional(),
})

export const applyPaymentInput = z.object({ paymentId: rowId, invoiceId: rowId })

export const refundsInput = z.object({ state: z.enum(refundStates).optional(), ...listPosition })

export interface ListedRefund extends RefundRow {
  method: PaymentMethod
  buyerName: string | null
  number: string | null
  whyNot: string | null
}

export interface PaymentWays {
  card: boolean
  transfer: {
    accountName: string | null
    bankName: string | null
    iban: string | null
    bic: string | null
    sortCode: string | null
    accountNumber: string | null
    reference: string
  } | null
  amount: number
}
