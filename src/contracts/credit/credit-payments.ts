import * as z from 'zod'
import { amountToSpend } from './credit'
import { rowId, withIdempotencyKey } from '~/contracts/fields'

/** Repairs and orders that are paid with store credit. */

export const paidNouns = ['repairs', 'orders'] as const
export type PaidNoun = (typeof paidNouns)[number]
export const creditPaymentsInput = z.object({ noun: z.enum(paidNouns), id: rowId })

/** `tradeInId`: of an accepted offer whose credit will pay it; without one the credit must be there. */
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
  /** `ended`: given back, so that it pays nothing. */
  state: CreditPaymentState
  tradeInId: string | null
  tradeInNumber: string | null
  /** An administrator has asked a second one to release it. */
  isReleaseAsked: boolean
  createdAt: Date
}

/** Credit of an accepted offer that is still to come. */
export interface ExpectedCredit {
  tradeInId: string
  tradeInNumber: string
  /** EUR of it that no payment waits for. */
  amount: number
}

/** Why store credit cannot pay it: nobody is known whose it is, nothing was accepted, it is cancelled, or the shop platform's. */
export const unpayable = ['customer', 'estimate', 'cancelled', 'platform'] as const
export type Unpayable = (typeof unpayable)[number]

/** The paid and open parts of a repair or an order. */
export interface CreditSums {
  /** EUR; null while it is not known. */
  cost: number | null
  held: number
  captured: number
  pending: number
  /** EUR to pay still: money that was received counts, and pending credit. Null without a cost. */
  left: number | null
}

export interface CreditPayments extends CreditSums {
  /** EUR that the customer can spend now; an order takes nothing else. Accepted offers bring more. */
  available: number
  expected: ExpectedCredit[]
  unpayable: Unpayable | null
  payments: CreditPayment[]
}
