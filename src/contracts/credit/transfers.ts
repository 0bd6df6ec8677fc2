import * as z from 'zod'
import { amountToSpend } from './credit'
import { rowId, withIdempotencyKey } from '~/contracts/fields'

/** Store credit that customers spend at the shop platform's checkout: it is moved to their account there, and what is left can be taken back. */

export const transferDirections = ['out', 'back'] as const
export type TransferDirection = (typeof transferDirections)[number]

/**
 * `waiting`: written down, and held where it goes out; `asked`: the platform is being asked; `unknown`: its answer was lost, and its
 * account decides; `done`: it is there, or back; `refused`: nothing was moved; `taken_back`: it was there, and all of it is back.
 */
export const transferStates = ['waiting', 'asked', 'unknown', 'done', 'refused', 'taken_back'] as const
export type TransferState = (typeof transferStates)[number]

/** States in which nobody knows yet where the amount will be. */
export const openTransferStates = ['waiting', 'asked', 'unknown'] as const satisfies readonly TransferState[]
export const isOpenTransfer = (state: TransferState): boolean => openTransferStates.some((open) => open === state)

/** Receiver of an amount at the platform: the customer's account, or a gift card where the shop has no such accounts. */
export const transferCarriers = ['account', 'gift_card'] as const
export type TransferCarrier = (typeof transferCarriers)[number]

export const transferFailures = [
  'unreachable',
  'not_allowed',
  'no_customer',
  'limit',
  'expired',
  'currency',
  'insufficient',
  'not_applied',
  'refused',
] as const
export type TransferFailure = (typeof transferFailures)[number]

/** `amount` in EUR, what expires soonest first. */
export const useInShopInput = z.object({ amount: amountToSpend, ...withIdempotencyKey })
export const takeBackInput = z.object({ transferId: rowId, ...withIdempotencyKey })
export const transferInput = z.object({ transferId: rowId })
export const accountTransfersInput = z.object({ accountId: rowId })

export interface CreditTransfer {
  id: string
  direction: TransferDirection
  /** EUR. */
  amount: number
  /** EUR of a transfer that went out that are back. */
  takenBack: number
  /** When what was moved expires; null: never. */
  expiresAt: Date | null
  state: TransferState
  /** Null before the platform was asked. */
  carrier: TransferCarrier | null
  failure: TransferFailure | null
  /** Of one that takes back: the transfer that it takes back. */
  ofId: string | null
  createdAt: Date
  endedAt: Date | null
}

export interface CreditTransfers {
  /** False without a platform that takes store credit. */
  isOffered: boolean
  /** The latest first, the last 100. */
  rows: CreditTransfer[]
}
