import { records, type StatusNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { countedBy } from '~/server/platform/lists/counts'

/** @param completed a select of the sum (EUR) of those that are completed, by an index of its own */
const byStatus = (noun: StatusNoun, { completed, which }: { completed?: Prisma.Sql; which?: Prisma.Sql } = {}) =>
  countedBy(records[noun].table, {
    by: Prisma.sql`status`,
    key: Prisma.sql`status`,
    ...(completed && { amount: Prisma.sql`CASE status WHEN 'completed' THEN (${completed}) ELSE 0 END` }),
    ...(which && { which }),
  })

/** The orders that figures are made of. */
const isCounted = Prisma.sql`NOT is_test`

/** The condition of orders with revenue: plain SQL may have put NaN where an amount belongs. */
const hasRevenue = Prisma.sql`currency = 'EUR' AND total_amount <> 'NaN'`

/** The revenue of orders (EUR), as an aggregate. */
export const revenue = Prisma.sql`coalesce(sum(total_amount) FILTER (WHERE ${hasRevenue}), 0)`

/** How orders, repairs and trade-ins are counted, wherever their numbers are shown: by status, with the sum of the completed ones. */
export const countedRecords: Record<StatusNoun, ReturnType<typeof byStatus>> = {
  orders: byStatus('orders', {
    completed: Prisma.sql`SELECT coalesce(sum(total_amount), 0) FROM orders WHERE status = 'completed' AND ${isCounted} AND ${hasRevenue}`,
    which: isCounted,
  }),
  repairs: byStatus('repairs'),
  tradeIns: byStatus('tradeIns', {
    completed: Prisma.sql`SELECT coalesce(sum(final_value), 0) FROM trade_ins WHERE status = 'completed' AND final_value <> 'NaN'`,
  }),
}

/** The condition of some of the status's own words, which are literals, so that the table's statistics of them count. */
export const isOneOf = (noun: StatusNoun, statuses: readonly string[]): Prisma.Sql =>
  Prisma.sql`status IN (${Prisma.raw(statuses.map((status) => `'${status}'::${records[noun].status.type}`).join())})`
