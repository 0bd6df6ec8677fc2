import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { afterCursor, keysetOrder, keysetValues, pageOf, withSortNames, type Keyset } from './keyset'
import { searchRows, type ListSource } from './list-search'

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

/** A page of all rows that the filters leave. @throws BAD_REQUEST for a foreign cursor */
export async function readPage(prisma: PrismaClient, { source, keyset, filter, cursor, limit }: PageRequest): Promise<PageIds> {
  const keys = await prisma.$queryRaw<{ key: string[] }[]>`
    SELECT ${keysetValues(keyset)} AS key FROM ${source.table} WHERE ${filter} AND ${afterCursor(keyset, cursor)}
    ORDER BY ${keysetOrder(keyset)} LIMIT ${limit + 1}`
  return toPage(keyset, keys, limit)
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
