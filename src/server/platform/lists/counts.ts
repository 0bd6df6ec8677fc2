import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'

/** How the rows of a table are counted: by status, role, flag or category. */
export interface Counted {
  table: string
  /** A select of `key`, `rows` and `amount` (EUR). */
  rows: Prisma.Sql
}

interface CountedBy {
  /** The columns that a key is made of; an index has them (docs/decisions/007). */
  by: Prisma.Sql
  /** The key, made of these columns. */
  key: Prisma.Sql
  /** The sum of each key; 0 if absent. */
  amount?: Prisma.Sql
  /** The condition of rows that count; all if absent. */
  which?: Prisma.Sql
}

/** Counts the rows of a table in one walk through an index. */
export const countedBy = (
  table: string,
  { by, key, amount = Prisma.sql`0`, which = Prisma.sql`TRUE` }: CountedBy,
): Counted & { which: Prisma.Sql } => ({
  table,
  which,
  rows: Prisma.sql`SELECT ${key} AS key, count(*) AS rows, ${amount} AS amount FROM ${Prisma.raw(table)} WHERE ${which} GROUP BY ${by}`,
})

export interface Counts {
  total: number
  keys: string[]
  /** 0 for a key that no row has. */
  rows: (key: string) => number
  /** EUR: totals of orders, final values of trade-ins. */
  amount: (key: string) => number
}

/** Counts as a JSON expression. */
export const countsJson = ({ rows }: Counted): Prisma.Sql => Prisma.sql`(SELECT json_agg(counted) FROM (${rows}) AS counted)`

interface CountedRow {
  key: string
  rows: number
  amount: number
}

const countedRows: z.ZodType<CountedRow[] | null> = z.array(z.object({ key: z.string(), rows: z.int(), amount: z.number() })).nullable()

function toCounts(found: readonly CountedRow[]): Counts {
  const byKey = new Map<string, CountedRow>()
  for (const { key, rows, amount } of found) {
    const before = byKey.get(key)
    byKey.set(key, { key, rows: rows + (before?.rows ?? 0), amount: amount + (before?.amount ?? 0) })
  }
  return {
    total: found.reduce((total, { rows }) => total + rows, 0),
    keys: [...byKey.keys()],
    rows: (key) => byKey.get(key)?.rows ?? 0,
    amount: (key) => byKey.get(key)?.amount ?? 0,
  }
}

/** Reads the output of `countsJson`; null counts nothing. */
export const countsOf = (json: unknown): Counts => toCounts(countedRows.parse(json) ?? [])

/** The same rows counted by a part of their keys. */
export const countsBy = (counts: Counts, partOf: (key: string) => string): Counts =>
  toCounts(counts.keys.map((key) => ({ key: partOf(key), rows: counts.rows(key), amount: counts.amount(key) })))

export async function readCounts(db: JsonReader, counted: Counted): Promise<Counts> {
  return countsOf(await db.readJson(Prisma.sql`SELECT ${countsJson(counted)}::text`))
}

export const rowsByStatus = <Status extends string>(statuses: readonly Status[], counts: Counts) =>
  // `Object.fromEntries` forgets its keys.
  Object.fromEntries(statuses.map((status) => [status, counts.rows(status)])) as Record<Status, number>

export const rowsOfAll = (statuses: readonly string[], counts: Counts): number =>
  statuses.reduce((sum, status) => sum + counts.rows(status), 0)
