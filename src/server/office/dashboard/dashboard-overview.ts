import { type DashboardOverview, type DashboardStats, RECENT_ROWS, type RecentRows, growth } from '~/contracts/office/dashboard'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { type CountedByTime, type MonthBounds, inPeriod, monthBounds } from './chart-period'
import { toAmount } from '~/server/platform/database/column-values'
import { countedRecords, isOneOf, revenue } from '~/server/platform/records/counted-records'
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

const profiles: CountedByTime = { table: Prisma.sql`profiles`, amount: Prisma.sql`0`, counts: Prisma.sql`TRUE` }
const orders: CountedByTime = {
  table: Prisma.sql`orders`,
  amount: revenue,
  counts: countedRecords.orders.which,
}

const countOf = (table: Prisma.Sql, which: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM ${table} WHERE ${which})`

/** Times are stored to the millisecond: a period that includes its last instant ends one after it. */
const justAfter = (instant: Date) => new Date(instant.getTime() + 1)

/**
 * The dashboard's figures, in one statement (requirements §9): revenue is of all orders since the month
 * began, and before that from the start of last month up to the midnight that begins its last day.
 */
async function readStats(prisma: PrismaClient, { thisMonth, lastMonth, lastDayOfLastMonth }: MonthBounds): Promise<DashboardStats> {
  const [figures] = await prisma.$queryRaw<Figures[]>`
    SELECT ${countOf(profiles.table, profiles.counts)} AS users, new_users.rows AS users_new,
      ${countOf(orders.table, orders.counts)} AS orders, new_orders.rows AS orders_new,
      (SELECT count(*)::int FROM products) AS products,
      ${countOf(Prisma.sql`products`, Prisma.sql`stock_quantity > 0`)} AS in_stock,
      ${countOf(Prisma.sql`repairs`, isOneOf('repairs', activeRepairStatuses))} AS repairs,
      ${countOf(Prisma.sql`trade_ins`, isOneOf('tradeIns', pendingTradeInStatuses))} AS trade_ins,
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
