import { escapeLiteral } from 'pg'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'

/** The counts of one table (`list_counts`, docs/decisions/008), by status, role, flag or category. */
export interface Counts {
  total: number
  keys: string[]
  /** 0 for a key that no row has. */
  rows: (key: string) => number
  /** EUR: totals of orders, final values of trade-ins. */
  amount: (key: string) => number
}

/** The name of a table, or of another set of its counts. */
export type Counted = readonly [string, ...string[]]

/** Counts as a JSON expression; takes the same time however many rows there are. Names are literals, so that it is planned once. */
export const countsJson = (counted: Counted): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(counted) FROM (
    SELECT noun, key, sum(rows)::int AS rows, sum(amount) AS amount FROM list_counts
    WHERE noun IN (${Prisma.raw(counted.map((name) => escapeLiteral(name)).join())}) GROUP BY noun, key HAVING sum(rows) <> 0 ORDER BY noun, key
  ) AS counted)`

const countedRows = z.array(z.object({ noun: z.string(), key: z.string(), rows: z.int(), amount: z.number() })).nullable()

export type CountsOf = (counted: string) => Counts

/** Reads the output of `countsJson`; null counts nothing. */
export function countsOf(json: unknown): CountsOf {
  const all = countedRows.parse(json) ?? []
  return (counted) => {
    const found = all.filter(({ noun }) => noun === counted)
    const byKey = new Map(found.map(({ key, ...figures }) => [key, figures]))
    return {
      total: found.reduce((total, { rows }) => total + rows, 0),
      keys: found.map(({ key }) => key),
      rows: (key) => byKey.get(key)?.rows ?? 0,
      amount: (key) => byKey.get(key)?.amount ?? 0,
    }
  }
}

export async function readCounts(db: JsonReader, counted: string): Promise<Counts> {
  return countsOf(await db.readJson(Prisma.sql`SELECT ${countsJson([counted])}::text`))(counted)
}

export const rowsByStatus = <Status extends string>(statuses: readonly Status[], counts: Counts) =>
  // `Object.fromEntries` forgets its keys.
  Object.fromEntries(statuses.map((status) => [status, counts.rows(status)])) as Record<Status, number>

export const rowsOfAll = (statuses: readonly string[], counts: Counts): number =>
  statuses.reduce((sum, status) => sum + counts.rows(status), 0)
