import { type DashboardOverview, type DashboardStats, RECENT_ROWS, type RecentRows, growth } from '~/contracts/office/dashboard'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { type CountedByTime, type MonthBounds, inPeriod, monthBounds } from './period'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'

/** The newest repairs, trade-ins and orders (requirements §9). */
async function readRecent(prisma: PrismaClient): Promise<RecentRows> {
  const newest = { take: RECENT_ROWS, orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }] }
  const common = { id: true, status: true, createdAt: true }
  const [repairs, tradeIns, orders] = await Promise.all([
    prisma.repair.findMany({ ...newest, select: { ...common, repairNumber: true } }),
    prisma.tradeIn.findMany({ ...newest, select: { ...common, tradeInNumber: true } }),
    prisma.order.findMany({ ...newest, select: { ...common, orderNumber: true } }),
  ])
  return { repairs, tradeIns, orders }
}

interface Figures {
  users: number
  users_new: number
  orders: number
  orders_new: number
  products: number
  in_stock: number
  repairs: number
  trade_ins: number
  revenue: Prisma.Decimal
  revenue_before: Prisma.Decimal
}

const profiles: CountedByTime = { table: Prisma.sql`profiles`, noun: 'profiles', amount: Prisma.sql`0`, counts: Prisma.sql`TRUE` }
const orders: CountedByTime = {
  table: Prisma.sql`orders`,
  noun: 'orders',
  amount: Prisma.sql`order_revenue(total_amount, currency)`,
  counts: Prisma.sql`NOT is_test`,
}

/** The number of a noun's rows, of all or of some statuses. */
const countOf = (noun: string, statuses?: readonly string[]) => Prisma.sql`
  (SELECT coalesce(sum(rows), 0)::int FROM counted WHERE noun = ${noun} AND ${statuses ? Prisma.sql`key IN (${Prisma.join(statuses)})` : Prisma.sql`TRUE`})`

/** Times are stored to the millisecond: a period that includes its last instant ends one after it. */
const justAfter = (instant: Date) => new Date(instant.getTime() + 1)

/**
 * The dashboard's figures, in one statement over the stored counts (requirements §9, docs/decisions/008): revenue is of all orders since the month
 * began, and before that from the start of last month up to the midnight that begins its last day.
 */
async function readStats(prisma: PrismaClient, { thisMonth, lastMonth, lastDayOfLastMonth }: MonthBounds): Promise<DashboardStats> {
  const [figures] = await prisma.$queryRaw<Figures[]>`
    WITH counted AS MATERIALIZED (
      SELECT noun, key, sum(rows) AS rows, sum(amount) AS amount FROM list_counts
      WHERE noun IN ('profiles', 'orders', 'products', 'repairs', 'trade_ins') GROUP BY noun, key
    )
    SELECT ${countOf('profiles')} AS users, new_users.rows AS users_new,
      ${countOf('orders')} AS orders, new_orders.rows AS orders_new,
      ${countOf('products')} AS products,
      (SELECT coalesce(sum(amount), 0)::int FROM counted WHERE noun = 'products') AS in_stock,
      ${countOf('repairs', activeRepairStatuses)} AS repairs,
      ${countOf('trade_ins', pendingTradeInStatuses)} AS trade_ins,
      new_orders.amount AS revenue, orders_before.amount AS revenue_before
    FROM ${inPeriod(profiles, thisMonth)} AS new_users,
      ${inPeriod(orders, thisMonth)} AS new_orders,
      ${inPeriod(orders, lastMonth, justAfter(lastDayOfLastMonth))} AS orders_before`
  if (!figures) throw new Error('A statement of figures always answers with one row')
  const monthlyRevenue = toAmount(figures.revenue)
  return {
    totalUsers: figures.users,
    totalOrders: figures.orders,
    totalProducts: figures.products,
    productsInStock: figures.in_stock,
    activeRepairs: figures.repairs,
    pendingTradeIns: figures.trade_ins,
    monthlyRevenue,
    revenueChange: growth(monthlyRevenue, toAmount(figures.revenue_before)),
    userGrowth: growth(figures.users, figures.users - figures.users_new),
    orderGrowth: growth(figures.orders, figures.orders - figures.orders_new),
  }
}

/** The current dashboard; months begin in the business's time zone. */
export async function readOverview({
  db,
  now,
  businessTimeZone,
}: Pick<Services, 'db' | 'now' | 'businessTimeZone'>): Promise<DashboardOverview> {
  const [stats, recent] = await Promise.all([readStats(db.prisma, monthBounds(now(), businessTimeZone)), readRecent(db.prisma)])
  return { stats, recent }
}
