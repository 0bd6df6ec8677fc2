import { escapeLiteral } from 'pg'
import { records, type StatusNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { countedBy } from '~/server/platform/lists/counts'

const byStatus = (noun: StatusNoun, summed: { amount?: Prisma.Sql; which?: Prisma.Sql } = {}) =>
  countedBy(records[noun].table, { by: Prisma.sql`status`, key: Prisma.sql`status`, ...summed })

/** How orders, repairs and trade-ins are counted, wherever their numbers are shown: by status, with what is summed of them (EUR). */
export const countedRecords: Record<StatusNoun, ReturnType<typeof byStatus>> = {
  orders: byStatus('orders', { amount: Prisma.sql`sum(order_revenue(total_amount, currency))`, which: Prisma.sql`NOT is_test` }),
  repairs: byStatus('repairs'),
  tradeIns: byStatus('tradeIns', { amount: Prisma.sql`coalesce(sum(nullif(final_value, 'NaN')), 0)` }),
}

/** The condition of some statuses, which are literals, so that the table's statistics of them count. */
export const isOneOf = (noun: StatusNoun, statuses: readonly string[]): Prisma.Sql =>
  Prisma.sql`status IN (${Prisma.raw(statuses.map((status) => `${escapeLiteral(status)}::${records[noun].status.type}`).join())})`
