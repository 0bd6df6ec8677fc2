import { Prisma } from '~/generated/prisma/client'
import type { ListSource } from '~/server/platform/lists/list-search'
import * as z from 'zod'
import { jsonObject, recordRow } from '~/server/platform/lists/json-row'

const isTheirs = (pattern: string) => Prisma.sql`(p.email ILIKE ${pattern} OR p.full_name ILIKE ${pattern})`

/** A row's age as the indexes `…_newest_search_idx` have it, as a distance: the time before a far day. */
const beforeFarDay = Prisma.sql`point(least(greatest(extract(epoch FROM t.created_at AT TIME ZONE 'UTC')::float8, 0), 1e11), 0) <-> point(1e11, 0)`

/**
 * Searches orders, repairs and trade-ins by number and the customer's email and name (spec §5).
 * @param table a table with a `user_id`
 * @param number its column of numbers
 */
export function customerListSource(table: Prisma.Sql, number: Prisma.Sql): ListSource {
  return {
    table: Prisma.sql`${table} AS t`,
    // A subselect instead of EXISTS, which would let the planner look up all matching customers first.
    matches: (pattern) =>
      Prisma.sql`(t.${number} ILIKE ${pattern} OR (SELECT ${isTheirs(pattern)} FROM profiles AS p WHERE p.user_id = t.user_id))`,
    found: (pattern) => [
      Prisma.sql`${table} AS t WHERE t.${number} ILIKE ${pattern}`,
      Prisma.sql`profiles AS p JOIN ${table} AS t ON t.user_id = p.user_id WHERE ${isTheirs(pattern)}`,
    ],
    // An expression instead of the column, so that the unordered index is not used, which finds rare matches.
    newest: (pattern) => ({ condition: Prisma.sql`(t.${number} || '') ILIKE ${pattern}`, first: beforeFarDay }),
  }
}

/** The customer of the row `t`: null without a user or profile. */
const customerJson = Prisma.sql`coalesce(
    (SELECT ${jsonObject({ email: Prisma.sql`p.email`, fullName: Prisma.sql`p.full_name` })} FROM profiles AS p WHERE p.user_id = t.user_id),
    ${jsonObject({ email: Prisma.sql`NULL`, fullName: Prisma.sql`NULL` })})`

export const customerShape = z.object({ email: z.string().nullable(), fullName: z.string().nullable() })

/** Reads a record that belongs to a customer. @param joined expressions that are no column of its own */
export const customerRecordRow = <Shape extends z.ZodRawShape>(shape: Shape, joined: Record<string, Prisma.Sql> = {}) =>
  recordRow({ ...shape, customer: customerShape }, { ...joined, customer: customerJson })
