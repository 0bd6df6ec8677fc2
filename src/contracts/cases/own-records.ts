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

export const ownRecordsInput = z.object(listPosition)

export interface OwnPage<Row> {
  rows: Row[]
  nextCursor: string | null
  total: number
}

export interface OwnOrder {
  id: string
  orderNumber: string
  status: OrderStatus
  totalAmount: number
  currency: string
  createdAt: Date
}

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
  /** As far as is known. */
  hasArrived: boolean
  quote: SentQuote | null
}

export interface OwnRepair extends OwnCaseRow {
  repairNumber: string
  status: RepairStatus
  /** EUR, as are the other amounts. */
  estimatedCost: number | null
  actualCost: number | null
  outcome: RepairOutcome | null
  becameTradeIn: string | null
}

export interface OwnTradeIn extends OwnCaseRow {
  tradeInNumber: string
  status: TradeInStatus
  estimatedValue: number | null
  finalValue: number | null
}

export interface OwnTask {
  id: string
  kind: 'estimate' | 'offer' | 'messages' | 'parcel'
  noun: CaseNoun
  number: string
  deviceInfo: DeviceInfo
  amount: number | null
  unread: number | null
  until: Date | null
}

export interface OwnOverview {
  /** Most urgent first. */
  tasks: OwnTask[]
  repairs: OwnPage<OwnRepair>
  tradeIns: OwnPage<OwnTradeIn>
}

export interface OwnDevice {
  key: string
  /** Empty where it has none. */
  serialNumber: string
  manufacturer: string
  model: string
  boughtIn: { order: string; unitNumber: string } | null
  /** Open ones and the latest first. */
  cases: OtherCase[]
}
