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
  /** The columns that a key is made of; an index has them (docs/decisions/008). */
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

const countsJson = ({ rows }: Counted): Prisma.Sql => Prisma.sql`(SELECT json_agg(counted) FROM (${rows}) AS counted)`

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

/** Counts, and the snapshot of the database that they are of. */
interface KnownCounts {
  snapshot: string
  counts: Counts
}

const known = new WeakMap<JsonReader, Map<Counted, KnownCounts>>()

/** The columns of counts in a statement's answer. */
export const countsAnswer = z.object({ snapshot: z.string().optional(), counts: z.unknown() })

/**
 * Counts a table within a statement, but only if anything has been committed since it was last counted: two statements with the same
 * snapshot see the same rows. So counts are never older than the rows beside them, from any process (docs/decisions/008).
 * @param counted null counts nothing
 * @returns fields of `json_build_object`, and how they are read; not for a transaction that has written
 */
export function counting(db: JsonReader, counted: Counted | null) {
  const last = counted === null ? undefined : known.get(db)?.get(counted)
  const fields =
    counted === null
      ? Prisma.sql`'counts', NULL`
      : Prisma.sql`'snapshot', pg_current_snapshot()::text,
          'counts', CASE WHEN pg_current_snapshot()::text <> ${last?.snapshot ?? ''} THEN ${countsJson(counted)} END`
  return {
    fields,
    read: ({ snapshot, counts: json }: z.output<typeof countsAnswer>): Counts => {
      if (last !== undefined && snapshot === last.snapshot) return last.counts
      const counts = toCounts(countedRows.parse(json) ?? [])
      if (counted === null || snapshot === undefined) return counts
      const ofSource = known.get(db) ?? new Map<Counted, KnownCounts>()
      known.set(db, ofSource.set(counted, { snapshot, counts }))
      return counts
    },
  }
}

/** The same rows counted by a part of their keys. */
export const countsBy = (counts: Counts, partOf: (key: string) => string): Counts =>
  toCounts(counts.keys.map((key) => ({ key: partOf(key), rows: counts.rows(key), amount: counts.amount(key) })))

export async function readCounts(db: JsonReader, counted: Counted): Promise<Counts> {
  const { fields, read } = counting(db, counted)
  return read(countsAnswer.parse(await db.readJson(Prisma.sql`SELECT json_build_object(${fields})::text`)))
}

/** The counts of a table as they were when it was last counted; asks for them the first time. */
export const lastCounts = async (db: JsonReader, counted: Counted): Promise<Counts> =>
  known.get(db)?.get(counted)?.counts ?? readCounts(db, counted)

export const rowsByStatus = <Status extends string>(statuses: readonly Status[], counts: Counts) =>
  // `Object.fromEntries` forgets its keys.
  Object.fromEntries(statuses.map((status) => [status, counts.rows(status)])) as Record<Status, number>

export const rowsOfAll = (statuses: readonly string[], counts: Counts): number =>
  statuses.reduce((sum, status) => sum + counts.rows(status), 0)
