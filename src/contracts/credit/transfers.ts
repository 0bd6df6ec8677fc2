import * as z from 'zod'
import { amountToSpend } from './credit'
import { rowId, withIdempotencyKey } from '~/contracts/fields'

/** Customers move store credit to their account at the shop platform, and can take the rest back. */

export const transferDirections = ['out', 'back'] as const
export type TransferDirection = (typeof transferDirections)[number]

/**
 * `waiting`: recorded, and held if it goes out; `asked`: the platform is being asked; `unknown`: its answer was lost, and its account
 * decides; `done`: arrived, or back; `refused`: nothing was moved; `taken_back`: arrived, and all of it is back.
 */
export const transferStates = ['waiting', 'asked', 'unknown', 'done', 'refused', 'taken_back'] as const
export type TransferState = (typeof transferStates)[number]

/** Where the amount ends up is not known yet. */
export const openTransferStates = ['waiting', 'asked', 'unknown'] as const satisfies readonly TransferState[]
export const isOpenTransfer = (state: TransferState): boolean => openTransferStates.some((open) => open === state)

/** Receives the amount at the platform: the customer's account, or a gift card for shops without such accounts. */
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

export const useInShopInput = z.object({ amount: amountToSpend, ...withIdempotencyKey })
export const takeBackInput = z.object({ transferId: rowId, ...withIdempotencyKey })
export const transferInput = z.object({ transferId: rowId })
export const accountTransfersInput = z.object({ accountId: rowId })

export interface CreditTransfer {
  id: string
  direction: TransferDirection
  amount: number
  takenBack: number
  expiresAt: Date | null
  state: TransferState
  carrier: TransferCarrier | null
  failure: TransferFailure | null
  ofId: string | null
  createdAt: Date
  endedAt: Date | null
}

export interface CreditTransfers {
  /** False without a platform that takes store credit. */
  isOffered: boolean
  /** Latest first, at most 100. */
  rows: CreditTransfer[]
}
