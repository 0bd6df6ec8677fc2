import type { PlatformNotice } from '~/contracts/catalogue/platform-notices'
import type { OrderStatus, RepairStatus, TradeInStatus } from '~/contracts/statuses'

/** The administrator's dashboard (requirements §2, §3 Dashboard stats, §9 Admin dashboard). */

/** Rows in each of the three recent lists. */
export const RECENT_ROWS = 3

/** More active repairs than this are a high volume. */
const NORMAL_REPAIRS = 10

export interface DashboardStats {
  totalUsers: number
  totalOrders: number
  totalProducts: number
  /** Those in stock, shown in the shop or not: the card 'Products in Stock'. */
  productsInStock: number
  activeRepairs: number
  pendingTradeIns: number
  /** EUR, of the orders made since the month began, whatever their status. */
  monthlyRevenue: number
  /** The three changes are percentages, see `growth`. */
  revenueChange: number
  userGrowth: number
  orderGrowth: number
}

interface Recent<Status> {
  id: string
  status: Status
  createdAt: Date
}

/** The newest rows, newest first. */
export interface RecentRows {
  repairs: (Recent<RepairStatus> & { repairNumber: string })[]
  tradeIns: (Recent<TradeInStatus> & { tradeInNumber: string })[]
  orders: (Recent<OrderStatus> & { orderNumber: string })[]
}

export interface DashboardOverview {
  stats: DashboardStats
  recent: RecentRows
}

/** Months in the chart of revenue, the current one last. */
export const CHART_MONTHS = 12

export interface DashboardCharts {
  /** EUR of the orders made in each month, whatever their status, as Monthly Revenue counts; oldest first. */
  revenue: { /** For example '2026-07'. */ month: string; amount: number }[]
  repairs: { status: RepairStatus; rows: number }[]
  tradeIns: { status: TradeInStatus; rows: number }[]
  /** Estimates and offers that were sent and wait for the customer's answer. */
  sent: { repairs: number; tradeIns: number }
}

/** An order waits until it is completed or cancelled; repairs and trade-ins as their screens count them. */
export const openOrderStatuses = ['pending', 'processing'] as const satisfies OrderStatus[]

interface Waiting<Noun, Status> extends Recent<Status> {
  noun: Noun
  number: string
  /** Number waiting of its kind, this one included. */
  waiting: number
}

/** The longest wait of each kind, oldest first. */
export type AttentionItem = Waiting<'repairs', RepairStatus> | Waiting<'tradeIns', TradeInStatus> | Waiting<'orders', OrderStatus>

/** A public page that a process cannot make: visitors see it as it was. */
export interface StalePage {
  path: string
  /** Of the first failure in a row. */
  since: Date
  /** Failures in a row. */
  tries: number
}

export const setupSteps = ['password', 'texts', 'product', 'machine', 'factor', 'mail'] as const
export type SetupStep = (typeof setupSteps)[number]
/** First steps of a new shop, and which of them are done. */
export type SetupState = Record<SetupStep, boolean>

/** By how many percent a figure has grown; 0 where there was nothing before (requirements §9). */
export const growth = (current: number, previous: number): number => (previous === 0 ? 0 : ((current - previous) / previous) * 100)

/** A growth as a card says it, with one decimal; null where nothing has changed (requirements §9). */
export function growthText(percent: number): { text: string; positive: boolean } | null {
  if (percent === 0) return null
  return { text: `${percent > 0 ? '+' : ''}${percent.toFixed(1)}% from last month`, positive: percent >= 0 }
}

/** Note on the card of active repairs (requirements §9). */
export const repairVolume = (active: number): string => (active > NORMAL_REPAIRS ? 'High volume' : 'Normal volume')

/** Age of the shop platform's list that visitors see, and the result of the last try to read it. */
export interface ShopListState {
  /** Null: the platform has never answered. */
  fetchedAt: Date | null
  /** Of the last try, where it failed. */
  failedAt: Date | null
  failure: string | null
  /** Null: products come from the own catalogue, and only store credit and orders from the platform. */
  products: number | null
  /** Problems to fix at the platform. */
  notices: PlatformNotice[]
}
