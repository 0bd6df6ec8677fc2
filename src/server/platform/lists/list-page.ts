import * as z from 'zod'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { countsJson, countsOf, type Counts } from './counts'
import { jsonRows, type JsonRow } from './json-row'
import { afterCursor, keysetOrder, keysetValues, pageOf, withSortNames, type Keyset } from './keyset'
import { searchRows, type ListSource } from './list-search'
import type { JsonReader } from '~/server/platform/database/read-json'

interface PageRequest {
  source: ListSource
  keyset: Keyset
  /** The condition of the filters on the row `t`. */
  filter: Prisma.Sql
  cursor: string | null | undefined
  limit: number
}

/** The ids of one page and the cursor of the next. */
interface PageIds {
  ids: string[]
  nextCursor: string | null
}

function toPage(keyset: Keyset, keys: { key: string[] }[], limit: number): PageIds {
  const { page, nextCursor } = pageOf(keyset, keys, limit)
  return { ids: page.map(({ key }) => key.at(-1) ?? ''), nextCursor }
}

const jsonPage = z.object({ rows: jsonRows, key: z.array(z.string()).nullable(), counts: z.unknown() })

/**
 * A page of all rows that the filters leave, with the counts of a table: one statement, because each costs
 * more than what it reads.
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function readPageOfRows<Row>(
  db: JsonReader,
  { source, keyset, filter, cursor, limit, counted, row }: PageRequest & { counted: string | null; row: JsonRow<Row> },
): Promise<{ rows: Row[]; nextCursor: string | null; counts: Counts }> {
  // Only the page's last row has its key made, for the cursor.
  const found = await db.readJson(Prisma.sql`
    WITH page AS (
      SELECT ${row.json} AS row, CASE WHEN row_number() OVER () = ${limit} THEN ${keysetValues(keyset)} END AS key
      FROM (
        SELECT t.* FROM ${source.table} WHERE ${filter} AND ${afterCursor(keyset, cursor)} ORDER BY ${keysetOrder(keyset)} LIMIT ${limit + 1}
      ) AS t
    )
    SELECT json_build_object(
      'rows', (SELECT json_agg(page.row) FROM page),
      'key', (SELECT key FROM page WHERE key IS NOT NULL),
      'counts', ${counted === null ? Prisma.sql`NULL` : countsJson(counted)}
    )::text`)
  const { rows, key, counts } = jsonPage.parse(found)
  const { page, nextCursor } = pageOf(
    keyset,
    (rows ?? []).map((json) => ({ json, key: key ?? [] })),
    limit,
  )
  return { rows: page.map(({ json }) => row.schema.parse(json)), nextCursor, counts: countsOf(counts) }
}

/**
 * A page of the rows that match a LIKE pattern, and how many there are: exact up to `most`, one more
 * where there are more.
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function searchPage(
  prisma: PrismaClient,
  { limit, ...request }: PageRequest & { pattern: string },
  most: number,
): Promise<PageIds & { matching: number }> {
  const sorted = withSortNames(request.keyset)
  const rows = await prisma.$queryRaw<{ matching: number; key: string[] | null }[]>`
    WITH ${searchRows(request, limit + 1, most)}
    SELECT matching, CASE WHEN page.sort_0 IS NOT NULL THEN ${keysetValues(sorted)} END AS key
    FROM counted LEFT JOIN page ON TRUE ORDER BY ${keysetOrder(sorted)}`
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [{ key }]))
  return { ...toPage(request.keyset, keys, limit), matching: Math.min(rows[0]?.matching ?? 0, most + 1) }
}

/** How many rows the filters leave: exact up to `most`, one more where there are more. */
export async function countFiltered(prisma: PrismaClient, source: ListSource, filter: Prisma.Sql, most: number): Promise<number> {
  const [counted] = await prisma.$queryRaw<{ rows: number }[]>`
    SELECT count(*)::int AS rows FROM (SELECT FROM ${source.table} WHERE ${filter} LIMIT ${most + 1}) AS found`
  return counted?.rows ?? 0
}
