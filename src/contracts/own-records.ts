import * as z from 'zod'
import type { DeviceInfo } from './case-fields'
import type { OtherCase } from './cases'
import type { CreditPayments } from './credit-payments'
import { plainText } from './fields'
import { listPosition } from './list'
import type { OrderStatus, RepairStatus, TradeInStatus } from './statuses'

/** What customers see of their own orders, repairs, trade-ins and devices, in lists. */

export const ownRecordsInput = z.object(listPosition)

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

/** One's own order, by the number that its page's address has. */
export const ownOrderInput = z.object({ number: plainText(200).min(1) })

/** What the page of one's own order shows. */
export interface OwnOrderPage {
  order: OwnOrder
  credit: CreditPayments
}

interface OwnCaseRow {
  id: string
  deviceInfo: DeviceInfo
  createdAt: Date
  /** 'yyyy-mm-dd'. */
  dueOn: string | null
  /** Messages of the desk that one has not read. */
  unreadMessages: number
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
