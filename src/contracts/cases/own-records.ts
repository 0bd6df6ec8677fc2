import * as z from 'zod'
import type { DeviceInfo } from '~/contracts/device-info'
import type { CaseNoun, OtherCase } from '~/contracts/case-ref'
import type { CustomerBill } from '~/contracts/billing/bill'
import type { CreditPayments } from '~/contracts/credit/credit-payments'
import type { OwnOrderLine } from '~/contracts/stock/order-lines'
import type { SentQuote } from '~/contracts/cases/sent-quote'
import { plainText } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'
import type { RepairOutcome } from '~/contracts/repair-outcomes'
import type { OrderStatus, RepairStatus, TradeInStatus } from '~/contracts/statuses'

/** Lists of a customer's own orders, repairs, trade-ins and devices. */

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
  /** In `currency` (ISO 4217). */
  totalAmount: number
  currency: string
  createdAt: Date
}

/** One's own order, by the number that its page's address has. */
export const ownOrderInput = z.object({ number: plainText(200).min(1) })

export interface OwnOrderPage {
  order: OwnOrder
  lines: OwnOrderLine[]
  credit: CreditPayments
  /** Null for an order that is not paid here. */
  bill: CustomerBill | null
}

interface OwnCaseRow {
  id: string
  deviceInfo: DeviceInfo
  createdAt: Date
  /** 'yyyy-mm-dd'. */
  dueOn: string | null
  unreadMessages: number
  /** The shop has received the device, as far as it knows. */
  hasArrived: boolean
  quote: SentQuote | null
}

export interface OwnRepair extends OwnCaseRow {
  repairNumber: string
  status: RepairStatus
  /** EUR, as are the others. */
  estimatedCost: number | null
  actualCost: number | null
  /** Null while it is worked on. */
  outcome: RepairOutcome | null
  /** The number of the trade-in that one has turned it into. */
  becameTradeIn: string | null
}

export interface OwnTradeIn extends OwnCaseRow {
  tradeInNumber: string
  status: TradeInStatus
  estimatedValue: number | null
  finalValue: number | null
}

/** Something that waits for the customer: an answer, a reading, a parcel. */
export interface OwnTask {
  id: string
  kind: 'estimate' | 'offer' | 'messages' | 'parcel'
  noun: CaseNoun
  /** Of the case. */
  number: string
  deviceInfo: DeviceInfo
  /** EUR, of an estimate or an offer. */
  amount: number | null
  unread: number | null
  /** Until when it can be answered. */
  until: Date | null
}

/** The account's first page. */
export interface OwnOverview {
  /** The most urgent first. */
  tasks: OwnTask[]
  /** The open ones: a few of them, and how many there are. */
  repairs: OwnPage<OwnRepair>
  tradeIns: OwnPage<OwnTradeIn>
}

/** A device with all that happened to it here while it was one's own. */
export interface OwnDevice {
  key: string
  /** Empty where it has none. */
  serialNumber: string
  manufacturer: string
  model: string
  /** The order in which one has bought it here, and its number there. */
  boughtIn: { order: string; unitNumber: string } | null
  /** The open ones and the latest first. */
  cases: OtherCase[]
}
