import * as z from 'zod'
import { amountToSpend } from './credit'
import { rowId, withIdempotencyKey } from '~/contracts/fields'

export const paidNouns = ['repairs', 'orders'] as const
export type PaidNoun = (typeof paidNouns)[number]
export const creditPaymentsInput = z.object({ noun: z.enum(paidNouns), id: rowId })

/** `tradeInId`: pays with the credit of an accepted offer; without it the credit must exist. */
export const payRepairInput = z.object({
  repairId: rowId,
  amount: amountToSpend,
  tradeInId: rowId.optional(),
  ...withIdempotencyKey,
})

export const payOrderInput = z.object({ orderId: rowId, amount: amountToSpend, ...withIdempotencyKey })
export const ownRepairCreditInput = z.object({ repairId: rowId })
export const releaseCreditInput = z.object({ paymentId: rowId })
export const paymentStates = ['pending', 'held', 'captured', 'ended'] as const
export type CreditPaymentState = (typeof paymentStates)[number]

export interface CreditPayment {
  id: string
  noun: string
  nounId: string
  amount: number
  held: number
  captured: number
  /** `ended`: released, pays nothing. */
  state: CreditPaymentState
  tradeInId: string | null
  tradeInNumber: string | null
  isReleaseAsked: boolean
  createdAt: Date
}

export interface ExpectedCredit {
  tradeInId: string
  tradeInNumber: string
  /** EUR that is not reserved by a payment. */
  amount: number
}

/** No known customer, nothing accepted, cancelled, or paid through the shop platform. */
export const unpayable = ['customer', 'estimate', 'cancelled', 'platform'] as const
export type Unpayable = (typeof unpayable)[number]

export interface CreditSums {
  /** EUR; null if unknown. */
  cost: number | null
  held: number
  captured: number
  pending: number
  /** EUR, less received money and pending credit; null without a cost. */
  left: number | null
}

export interface CreditPayments extends CreditSums {
  /** EUR that the customer can spend now: the only credit for an order. For repairs accepted offers add to it. */
  available: number
  expected: ExpectedCredit[]
  unpayable: Unpayable | null
  payments: CreditPayment[]
}
