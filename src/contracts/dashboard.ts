import type { OrderStatus, RepairStatus, TradeInStatus } from './statuses'

/** The administrator's dashboard (spec §2, §3 Dashboard stats, §9 Admin dashboard). */

/** Rows in each of the three recent lists. */
export const RECENT_ROWS = 3

/** More active repairs than this are a high volume. */
const NORMAL_REPAIRS = 10

export interface DashboardStats {
  totalUsers: number
  totalOrders: number
  totalProducts: number
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

/** By how many percent a figure has grown; 0 where there was nothing before (spec §9). */
export const growth = (current: number, previous: number): number => (previous === 0 ? 0 : ((current - previous) / previous) * 100)

/** A growth as a card says it, with one decimal; null where nothing has changed (spec §9). */
export function growthWords(percent: number): { text: string; positive: boolean } | null {
  if (percent === 0) return null
  return { text: `${percent > 0 ? '+' : ''}${percent.toFixed(1)}% from last month`, positive: percent >= 0 }
}

/** What the card of active repairs says about their number (spec §9). */
export const repairVolume = (active: number): string => (active > NORMAL_REPAIRS ? 'High volume' : 'Normal volume')
