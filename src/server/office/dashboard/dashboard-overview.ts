import * as z from 'zod'
import { type DashboardOverview, type Figure, RECENT_ROWS, figureSources, growth } from '~/contracts/office/dashboard'
import { keysOf, recordOf } from '~/contracts/keys'
import { records, type StatusNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { activeRepairStatuses, orderStatuses, pendingTradeInStatuses, repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { type CountedByTime, type MonthBounds, inPeriod, monthBounds } from './chart-period'
import { writtenOut } from '~/server/platform/database/column-values'
import { constantSql, jsonAmount, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import { countedRecords, isOneOf, revenue } from '~/server/platform/records/counted-records'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'

const figuresShape = z.object({
  users: z.int(),
  usersNew: z.int(),
  orders: z.int(),
  ordersNew: z.int(),
  products: z.int(),
  inStock: z.int(),
  repairs: z.int(),
  tradeIns: z.int(),
  revenue: jsonAmount,
  revenueBefore: jsonAmount,
})

/** `json_agg` answers null for no rows. */
const newestOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .array(z.object({ id: z.string(), createdAt: jsonTime, ...shape }))
    .nullable()
    .transform((rows) => rows ?? [])

const answerShape = z.object({
  figures: figuresShape,
  repairs: newestOf({ status: z.enum(repairStatuses), repairNumber: z.string() }),
  tradeIns: newestOf({ status: z.enum(tradeInStatuses), tradeInNumber: z.string() }),
  orders: newestOf({ status: z.enum(orderStatuses), orderNumber: z.string() }),
})

/** The newest rows of a kind (requirements §9), as JSON. */
function newest(noun: StatusNoun, number: string): Prisma.Sql {
  const { table, status } = records[noun]
  const row = jsonObject({
    id: Prisma.sql`t.id`,
    status: Prisma.sql`t.status`,
    createdAt: Prisma.sql`t.created_at`,
    [number]: Prisma.raw(`t.${status.number}`),
  })
  return Prisma.sql`(SELECT json_agg(${row} ORDER BY t.created_at DESC, t.id DESC) FROM (
    SELECT * FROM ${Prisma.raw(table)} ORDER BY created_at DESC, id DESC LIMIT ${writtenOut(RECENT_ROWS)}) AS t)`
}

const recent = constantSql(
  Prisma.sql`'repairs', ${newest('repairs', 'repairNumber')}, 'tradeIns', ${newest('tradeIns', 'tradeInNumber')}, 'orders', ${newest('orders', 'orderNumber')}`,
)

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
 * The dashboard's figures, as a row (requirements §9): revenue is of all orders since the month began, and before that from the start of
 * last month up to the midnight that begins its last day.
 */
const figures = ({ thisMonth, lastMonth, lastDayOfLastMonth }: MonthBounds) => Prisma.sql`
  SELECT ${countOf(profiles.table, profiles.counts)} AS "users", new_users.rows AS "usersNew",
    ${countOf(orders.table, orders.counts)} AS "orders", new_orders.rows AS "ordersNew",
    stocked.products AS "products", stocked.in_stock AS "inStock",
    ${countOf(Prisma.sql`repairs`, isOneOf('repairs', activeRepairStatuses))} AS "repairs",
    ${countOf(Prisma.sql`trade_ins`, isOneOf('tradeIns', pendingTradeInStatuses))} AS "tradeIns",
    new_orders.amount AS "revenue", orders_before.amount AS "revenueBefore"
  FROM (SELECT count(*)::int AS products, (count(*) FILTER (WHERE stock_quantity > 0))::int AS in_stock FROM products) AS stocked,
    ${inPeriod(profiles, thisMonth)} AS new_users,
    ${inPeriod(orders, thisMonth)} AS new_orders,
    ${inPeriod(orders, lastMonth, justAfter(lastDayOfLastMonth))} AS orders_before`

function statsOf({
  users,
  usersNew,
  orders,
  ordersNew,
  revenue,
  revenueBefore,
  ...counts
}: z.output<typeof figuresShape>): Record<Figure, number> {
  return {
    totalUsers: users,
    totalOrders: orders,
    totalProducts: counts.products,
    productsInStock: counts.inStock,
    activeRepairs: counts.repairs,
    pendingTradeIns: counts.tradeIns,
    monthlyRevenue: revenue,
    revenueChange: growth(revenue, revenueBefore),
    userGrowth: growth(users, users - usersNew),
    orderGrowth: growth(orders, orders - ordersNew),
  }
}

/** The current dashboard, in one statement, as far as the caller may read it; months begin in the business's time zone. */
export async function readOverview({
  db,
  now,
  businessTimeZone,
  viewer,
}: SignedInCall<'db' | 'now' | 'businessTimeZone'>): Promise<DashboardOverview> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object('figures', (SELECT row_to_json(figures) FROM (${figures(monthBounds(now(), businessTimeZone))}) AS figures), ${recent})::text`)
  const { figures: row, repairs, tradeIns, orders } = answerShape.parse(found)
  const may = mayRead(viewer)
  const stats = statsOf(row)
  return {
    stats: recordOf(keysOf(figureSources), (figure) => (may(figureSources[figure]) ? stats[figure] : null)),
    recent: {
      repairs: may('repairs') ? repairs : null,
      tradeIns: may('tradeIns') ? tradeIns : null,
      orders: may('orders') ? orders : null,
    },
  }
}
