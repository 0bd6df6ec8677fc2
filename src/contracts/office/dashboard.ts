import type { PlatformNotice } from '~/contracts/catalogue/platform-notices'
import type { ScopedRouter } from '~/contracts/identity/api-keys'
import type { OrderStatus, RepairStatus, TradeInStatus } from '~/contracts/statuses'

export const RECENT_ROWS = 3

const NORMAL_REPAIRS = 10

/** Figures, and the router whose rows each is made of. */
export const figureSources = {
  totalUsers: 'users',
  totalOrders: 'orders',
  totalProducts: 'products',
  /** In stock, active or not. */
  productsInStock: 'products',
  activeRepairs: 'repairs',
  pendingTradeIns: 'tradeIns',
  /** EUR of this month's orders in any status. */
  monthlyRevenue: 'orders',
  /** Percent (`growth`), as are the other two. */
  revenueChange: 'orders',
  userGrowth: 'users',
  orderGrowth: 'orders',
} as const satisfies Record<string, ScopedRouter>
export type Figure = keyof typeof figureSources

/** Null for what the caller may not read, here and below. */
export type DashboardStats = Record<Figure, number | null>

interface Recent<Status> {
  id: string
  status: Status
  createdAt: Date
}

/** Newest first. */
export interface RecentRows {
  repairs: (Recent<RepairStatus> & { repairNumber: string })[] | null
  tradeIns: (Recent<TradeInStatus> & { tradeInNumber: string })[] | null
  orders: (Recent<OrderStatus> & { orderNumber: string })[] | null
}

export interface DashboardOverview {
  stats: DashboardStats
  recent: RecentRows
}

/** The current month last. */
export const CHART_MONTHS = 12

export interface DashboardCharts {
  /** EUR of each month's orders in any status, oldest first. */
  revenue: { month: string; amount: number }[] | null
  repairs: { status: RepairStatus; rows: number }[] | null
  tradeIns: { status: TradeInStatus; rows: number }[] | null
  /** Sent estimates and offers that await an answer. */
  sent: { repairs: number | null; tradeIns: number | null }
}

/** An order waits until it is completed or cancelled; repairs and trade-ins as their screens count them. */
export const openOrderStatuses = ['pending', 'processing'] as const satisfies OrderStatus[]

interface Waiting<Noun, Status> extends Recent<Status> {
  noun: Noun
  number: string
  waiting: number
}

export type AttentionItem = Waiting<'repairs', RepairStatus> | Waiting<'tradeIns', TradeInStatus> | Waiting<'orders', OrderStatus>

/** A public page that a process cannot regenerate: visitors see its last state. */
export interface StalePage {
  path: string
  since: Date
  tries: number
}

export const setupSteps = ['password', 'texts', 'product', 'machine', 'factor', 'mail'] as const
export type SetupStep = (typeof setupSteps)[number]
export type SetupState = Record<SetupStep, boolean>

/** Percent; 0 without a previous figure (requirements §9). */
export const growth = (current: number, previous: number): number => (previous === 0 ? 0 : ((current - previous) / previous) * 100)

/** With one decimal; null for no change (requirements §9). */
export function growthText(percent: number): { text: string; positive: boolean } | null {
  if (percent === 0) return null
  return { text: `${percent > 0 ? '+' : ''}${percent.toFixed(1)}% from last month`, positive: percent >= 0 }
}

/** (requirements §9) */
export const repairVolume = (active: number): string => (active > NORMAL_REPAIRS ? 'High volume' : 'Normal volume')

/** Age of the platform's list on the site, and the result of the last attempt to read it. */
export interface ShopListState {
  fetchedAt: Date | null
  failedAt: Date | null
  failure: string | null
  /** Null if products come from the own catalogue, and only store credit and orders from the platform. */
  products: number | null
  notices: PlatformNotice[]
}
