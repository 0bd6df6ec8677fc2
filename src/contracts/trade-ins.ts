import type { Customer } from './customer'
import type { DeviceInfo } from './device'
import type { ListPage } from './list'
import { statusInputs } from './status-inputs'
import { tradeInStatuses, type TradeInStatus } from './statuses'

/** Trade-in Management (spec §2, §3 trade_ins). */

export const tradeInSorts = ['-created', 'created'] as const

export type TradeInSort = (typeof tradeInSorts)[number]

export const tradeInInputs = statusInputs(tradeInStatuses, tradeInSorts)

export interface TradeIn {
  id: string
  tradeInNumber: string
  userId: string | null
  status: TradeInStatus
  deviceInfo: DeviceInfo
  conditionAssessment: string | null
  evaluationNotes: string | null
  /** Store credit in EUR, as is `finalValue`; null while it is not set. */
  estimatedValue: number | null
  finalValue: number | null
  createdAt: Date
  updatedAt: Date
  version: number
  customer: Customer
}

/**
 * `pendingEvaluation` are submitted and evaluated trade-ins, `totalValue` is the sum of the final values
 * of completed ones in EUR (spec §4, §9).
 */
export type TradeInList = ListPage<TradeIn, Record<TradeInStatus, number>> & { pendingEvaluation: number; totalValue: number }
