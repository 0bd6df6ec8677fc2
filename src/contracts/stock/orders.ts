import { type Customer, statusInputs } from '~/contracts/status-inputs'
import type { ListPage } from '~/contracts/list-page'
import { orderStatuses, type OrderStatus } from '~/contracts/statuses'

/** '-' means descending or newest first. */
export const orderSorts = ['-created', 'created', '-amount', 'amount'] as const

export type OrderSort = (typeof orderSorts)[number]

export const orderInputs = statusInputs(orderStatuses, orderSorts)

export interface Order {
  id: string
  orderNumber: string
  userId: string | null
  status: OrderStatus
  /** In `currency`. */
  totalAmount: number
  /** ISO 4217. Sums in EUR include only orders in EUR. */
  currency: string
  /** A test order of the shop platform, left out of all figures. */
  isTest: boolean
  /** Lines of the platform's message that could not be read. */
  unreadLines: number
  createdAt: Date
  updatedAt: Date
  version: number
  customer: Customer
}

/** Completed orders in one other currency, which sums in EUR leave out. */
export interface ForeignRevenue {
  currency: string
  orders: number
  /** In `currency`. */
  amount: number
}

/** `totalRevenue`: all completed orders in EUR (requirements §9). */
export type OrderList = ListPage<Order, Record<OrderStatus, number>> & { totalRevenue: number }
