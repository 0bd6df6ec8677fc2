import type { Services } from '~/server/services'
import { openOrderStatuses, type AttentionItem } from '~/contracts/dashboard'
import { records, statusNouns, type StatusNoun } from '~/contracts/records'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'

/** The statuses in which a record waits. */
const waiting: Record<AttentionItem['noun'], readonly string[]> = {
  repairs: activeRepairStatuses,
  tradeIns: pendingTradeInStatuses,
  orders: openOrderStatuses,
}

/** The oldest row of a kind that waits: the oldest of each status, by index, and of those the oldest. */
function oldestOf(noun: StatusNoun): Prisma.Sql {
  const { table, status: column } = records[noun]
  const [number, type] = [Prisma.raw(column.number), Prisma.raw(column.type)]
  const statuses = waiting[noun]
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
export const readAttention = ({ db: { prisma } }: Pick<Services, 'db'>): Promise<AttentionItem[]> =>
  prisma.$queryRaw<AttentionItem[]>`${Prisma.join(statusNouns.map(oldestOf), ' UNION ALL ')} ORDER BY "createdAt", id`
