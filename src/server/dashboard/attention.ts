import { openOrderStatuses, type AttentionItem } from '~/contracts/dashboard'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'

interface Kind {
  noun: AttentionItem['noun']
  table: 'repairs' | 'trade_ins' | 'orders'
  number: Prisma.Sql
  type: Prisma.Sql
  statuses: readonly string[]
}

const kinds: readonly Kind[] = [
  {
    noun: 'repair',
    table: 'repairs',
    number: Prisma.sql`repair_number`,
    type: Prisma.sql`repair_status`,
    statuses: activeRepairStatuses,
  },
  {
    noun: 'trade-in',
    table: 'trade_ins',
    number: Prisma.sql`trade_in_number`,
    type: Prisma.sql`trade_in_status`,
    statuses: pendingTradeInStatuses,
  },
  { noun: 'order', table: 'orders', number: Prisma.sql`order_number`, type: Prisma.sql`order_status`, statuses: openOrderStatuses },
]

/** The oldest row of a kind that waits: the oldest of each status, by index, and of those the oldest. */
function oldestOf({ noun, table, number, type, statuses }: Kind): Prisma.Sql {
  const ofEach = statuses.map(
    (status) => Prisma.sql`
      (SELECT id, ${number} AS number, status, created_at FROM ${Prisma.raw(table)} WHERE status = ${status}::${type} ORDER BY created_at, id LIMIT 1)`,
  )
  return Prisma.sql`
    (SELECT ${noun} AS noun, id, number, status::text AS status, created_at AS "createdAt",
      (SELECT coalesce(sum(rows), 0)::int FROM list_counts WHERE noun = ${table} AND key IN (${Prisma.join(statuses)})) AS waiting
    FROM (${Prisma.join(ofEach, ' UNION ALL ')}) AS oldest ORDER BY created_at, id LIMIT 1)`
}

/** What needs attention: the repair, the trade-in and the order that have waited longest, in one statement. */
export const readAttention = (prisma: PrismaClient): Promise<AttentionItem[]> =>
  prisma.$queryRaw<AttentionItem[]>`${Prisma.join(kinds.map(oldestOf), ' UNION ALL ')} ORDER BY "createdAt", id`
