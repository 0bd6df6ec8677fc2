import { growth, type DashboardStats } from '~/contracts/dashboard'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import type { MonthBounds } from '~/lib/months'
import { toAmount } from '~/server/db/amount'

interface Figures {
  users: number
  users_before: number
  orders: number
  orders_before: number
  products: number
  repairs: number
  trade_ins: number
  revenue: Prisma.Decimal
  revenue_before: Prisma.Decimal
}

/** A list of statuses for IN; the texts become the column's own type. */
const oneOf = (statuses: readonly string[]) => Prisma.join(statuses)

/**
 * The dashboard's figures, in one statement (spec §9): revenue is of all orders since the month began,
 * and before that from the start of last month up to the midnight that begins its last day.
 */
export async function readStats(prisma: PrismaClient, { thisMonth, lastMonth, lastDayOfLastMonth }: MonthBounds): Promise<DashboardStats> {
  const [figures] = await prisma.$queryRaw<Figures[]>`
    SELECT
      (SELECT count(*)::int FROM profiles) AS users,
      (SELECT count(*)::int FROM profiles WHERE created_at < ${thisMonth}) AS users_before,
      (SELECT count(*)::int FROM orders) AS orders,
      (SELECT count(*)::int FROM orders WHERE created_at < ${thisMonth}) AS orders_before,
      (SELECT count(*)::int FROM products) AS products,
      (SELECT count(*)::int FROM repairs WHERE status::text IN (${oneOf(activeRepairStatuses)})) AS repairs,
      (SELECT count(*)::int FROM trade_ins WHERE status::text IN (${oneOf(pendingTradeInStatuses)})) AS trade_ins,
      (SELECT coalesce(sum(total_amount), 0) FROM orders WHERE created_at >= ${thisMonth}) AS revenue,
      (SELECT coalesce(sum(total_amount), 0) FROM orders
        WHERE created_at >= ${lastMonth} AND created_at <= ${lastDayOfLastMonth}) AS revenue_before`
  if (!figures) throw new Error('A statement of figures always answers with one row')
  const monthlyRevenue = toAmount(figures.revenue)
  return {
    totalUsers: figures.users,
    totalOrders: figures.orders,
    totalProducts: figures.products,
    activeRepairs: figures.repairs,
    pendingTradeIns: figures.trade_ins,
    monthlyRevenue,
    revenueChange: growth(monthlyRevenue, toAmount(figures.revenue_before)),
    userGrowth: growth(figures.users, figures.users_before),
    orderGrowth: growth(figures.orders, figures.orders_before),
  }
}
