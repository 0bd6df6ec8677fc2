import * as z from 'zod'
import type { Customer } from './customer'
import type { DeviceInfo } from './device'
import { rowId, rowVersion } from './fields'
import { listInput, type ListPage } from './list'
import { tradeInStatuses, type TradeInStatus } from './statuses'

/** Trade-in Management (spec §2, §3 trade_ins). */

export const tradeInSorts = ['-created', 'created'] as const

export type TradeInSort = (typeof tradeInSorts)[number]

export const tradeInListInput = listInput.extend({
  status: z.enum(tradeInStatuses).optional(),
  sort: z.enum(tradeInSorts).default('-created'),
})

/** Any status may follow any other (spec §4). */
export const updateTradeInStatusInput = z.object({ id: rowId, status: z.enum(tradeInStatuses), version: rowVersion.optional() })

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
