import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { counting, countsAnswer, type Counted, type Counts } from './counts'
import { rowsIn, rowsJson, type JsonRow } from './json-row'
import { afterCursor, cursorOf, keysetOrder, keysetValues, sortName, withSortNames } from './keyset'
import { rowsOf } from '~/server/platform/lists/list-search'
import type { Keyset } from './sorts'
import { searchFew, searchMany } from './list-search'
import type { ListSource } from './list-source'
import type { JsonReader } from '~/server/platform/database/column-values'
import type { Database } from '~/server/platform/database/database'

interface PageRequest {
  source: ListSource
  keyset: Keyset
  /** The condition of the filters on the row `t`. */
  filter: Prisma.Sql
  cursor: string | null | undefined
  limit: number
}

const jsonListed = z.object({ rows: z.unknown(), key: z.array(z.string()).nullable() })
const jsonPage = jsonListed.extend(countsAnswer.shape)
const jsonFound = jsonPage.extend({ matching: z.int(), many: z.boolean() })

/**
 * A page of all rows that the filters leave, with the counts of a table, in one statement: a statement costs more than its rows.
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function readPageOfRows<Row>(
  db: JsonReader,
  { source, keyset, filter, cursor, limit, counted, row }: PageRequest & { counted: Counted | null; row: JsonRow<Row> },
): Promise<{ rows: Row[]; nextCursor: string | null; counts: Counts }> {
  const counts = counting(db, counted)
  const found = await db.readJson(Prisma.sql`
    WITH listed AS MATERIALIZED (
      SELECT t.* FROM ${source.table} WHERE ${filter} AND ${afterCursor(keyset, cursor)} ORDER BY ${keysetOrder(keyset)}
      LIMIT ${rowsOf(limit, limit + 1)}
    )
    SELECT json_build_object(${listedJson(row, keyset, limit)}, ${counts.fields})::text`)
  const answer = jsonPage.parse(found)
  return { ...toPage({ keyset, limit, row }, answer), counts: counts.read(answer) }
}

type SearchRequest<Row> = PageRequest & { text: string; row: JsonRow<Row> }

/** The rows of the CTE `listed`, one more than a page has, and the key of the page's last row. */
const listedJson = <Row>(row: JsonRow<Row>, keyset: Keyset, limit: number) => Prisma.sql`
  'rows', (SELECT ${rowsJson(row)} FROM listed AS t),
  'key', (SELECT ${keysetValues(keyset)} FROM listed AS t OFFSET ${rowsOf(limit, limit - 1)} LIMIT 1)`

/** The CTE `listed`: the rows of the CTE `page`. */
const listedRows = <Row>({ source, keyset }: SearchRequest<Row>) => Prisma.sql`
  listed AS MATERIALIZED (
    SELECT t.*, page.* FROM page JOIN ${source.table} ON t.id = page.${sortName(keyset.columns.length - 1)}
    ORDER BY ${keysetOrder(withSortNames(keyset))}
  )`

/** `listedJson` of a search. */
const foundJson = <Row>({ row, keyset, limit }: SearchRequest<Row>) => listedJson(row, withSortNames(keyset), limit)

function toPage<Row>(
  { keyset, limit, row }: Pick<SearchRequest<Row>, 'keyset' | 'limit' | 'row'>,
  { rows: json, key }: z.output<typeof jsonListed>,
): { rows: Row[]; nextCursor: string | null } {
  const { rows, isMore } = rowsIn(row, json, limit)
  return { rows, nextCursor: isMore && key ? cursorOf(keyset, key) : null }
}

/** A page of many matches of a text, or of a search whose matches are not counted. @throws BAD_REQUEST for a foreign cursor */
export async function searchPageOfMany<Row>(
  db: JsonReader,
  request: SearchRequest<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const found = await db.readJson(Prisma.sql`
    WITH ${searchMany(request)}, ${listedRows(request)} SELECT json_build_object(${foundJson(request)})::text`)
  return toPage(request, jsonListed.parse(found))
}

/**
 * A page of the matches of a text, with the counts of a table: one statement for few matches, two for more than `most`.
 * @returns `matching` is exact up to `most`, and `most + 1` beyond
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function searchPageOfRows<Row>(
  db: JsonReader,
  { counted, ...request }: SearchRequest<Row> & { counted: Counted | null },
  most: number,
): Promise<{ rows: Row[]; nextCursor: string | null; matching: number; counts: Counts }> {
  const counts = counting(db, counted)
  const found = await db.readJson(Prisma.sql`
    WITH ${searchFew(request, most)}, ${listedRows(request)}
    SELECT json_build_object(${foundJson(request)}, 'matching', matching, 'many', many, ${counts.fields})::text FROM counted`)
  const answer = jsonFound.parse(found)
  const page = answer.many ? await searchPageOfMany(db, request) : toPage(request, answer)
  return { ...page, matching: answer.matching, counts: counts.read(answer) }
}

/** The number of rows that the filters leave: exact up to `most`, and `most + 1` beyond. */
export async function countFiltered(
  { prisma }: Pick<Database, 'prisma'>,
  source: ListSource,
  filter: Prisma.Sql,
  most: number,
): Promise<number> {
  const [counted] = await prisma.$queryRaw<{ rows: number }[]>`
    SELECT count(*)::int AS rows FROM (SELECT FROM ${source.table} WHERE ${filter} LIMIT ${most + 1}) AS found`
  return counted?.rows ?? 0
}
