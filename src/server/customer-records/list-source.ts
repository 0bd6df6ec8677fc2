import { Prisma } from '~/generated/prisma/client'
import type { ListSource } from '~/server/platform/lists/list-search'

const isTheirs = (pattern: string) => Prisma.sql`(p.email ILIKE ${pattern} OR p.full_name ILIKE ${pattern})`

/**
 * Orders, repairs and trade-ins are searched by their number and by the customer's email and name (spec §5).
 * @param table a table with a `user_id`
 * @param number its column of numbers
 */
export function customerListSource(table: Prisma.Sql, number: Prisma.Sql): ListSource {
  return {
    table: Prisma.sql`${table} AS t`,
    // As a value, not by EXISTS: that would let the planner look up all customers that match first.
    matches: (pattern) =>
      Prisma.sql`(t.${number} ILIKE ${pattern} OR (SELECT ${isTheirs(pattern)} FROM profiles AS p WHERE p.user_id = t.user_id))`,
    found: (pattern) => [
      Prisma.sql`${table} AS t WHERE t.${number} ILIKE ${pattern}`,
      Prisma.sql`profiles AS p JOIN ${table} AS t ON t.user_id = p.user_id WHERE ${isTheirs(pattern)}`,
    ],
  }
}
