import * as z from 'zod'
import type { DeviceInfo } from './device'
import type { OtherCase } from './cases'
import { listInput } from './list'
import type { OrderStatus, RepairStatus, TradeInStatus } from './statuses'

/** What customers see of their own orders, repairs, trade-ins and devices, in lists. */

export const ownRecordsInput = z.object({ cursor: listInput.shape.cursor, limit: listInput.shape.limit })

export interface OwnPage<Row> {
  /** The latest first. */
  rows: Row[]
  nextCursor: string | null
  total: number
}

export interface OwnOrder {
  id: string
  orderNumber: string
  status: OrderStatus
  /** EUR. */
  totalAmount: number
  createdAt: Date
}

interface OwnCaseRow {
  id: string
  deviceInfo: DeviceInfo
  createdAt: Date
  /** 'yyyy-mm-dd'. */
  dueOn: string | null
}

export interface OwnRepair extends OwnCaseRow {
  repairNumber: string
  status: RepairStatus
  /** EUR, as are the others. */
  estimatedCost: number | null
  actualCost: number | null
}

export interface OwnTradeIn extends OwnCaseRow {
  tradeInNumber: string
  status: TradeInStatus
  estimatedValue: number | null
  finalValue: number | null
}

/** A device by its serial number, with all that happened to it here while it was one's own. */
export interface OwnDevice {
  serialNumber: string
  manufacturer: string
  model: string
  /** The open ones and the latest first. */
  cases: OtherCase[]
}
