import { Prisma } from '~/generated/prisma/client'
import { literal } from './like-pattern'
import type { ListSource } from './list-source'
import { seek } from './search-words'
import { afterCursor, keysetOrder, sortColumns, withSortNames } from './keyset'
import { createdSorts, type Keyset } from './sorts'
import { writtenOut } from '~/server/platform/database/column-values'
import { PAGE_SIZE } from '~/contracts/list-page'

/**
 * A row count that depends on a page's length. The usual length is a literal; another, which callers may vary, is a parameter, so that it
 * stays one statement.
 */
export const rowsOf = (limit: number, rows: number): Prisma.Sql => (limit === PAGE_SIZE ? writtenOut(rows) : Prisma.sql`${rows}`)

export const everyRow = Prisma.sql`TRUE`

/** The matches in a table of so many rows are all counted; in a larger one up to a limit, so that a search stays quick. */
export const SMALL_TABLE = 10_000

interface ListSearch {
  source: ListSource
  keyset: Keyset
  /** As it was typed: not empty, without blanks around it. */
  text: string
  /** The condition of the filters on the row `t`. */
  filter: Prisma.Sql
  cursor: string | null | undefined
  /** Rows of a page. */
  limit: number
}

/** One row more than a page tells if another page follows. */
const pageRows = ({ limit }: ListSearch) => rowsOf(limit, limit + 1)

/**
 * Rows that a search walks in the list's order before it asks the index for all matches: a few first, more if the few promise to fill the
 * page. Of several words the index finds one, whose rows may be far more than those with the others too, so walking is worth more.
 */
const WALKS = [300, 2_000]
const WALKS_FOR_WORDS = [...WALKS, 20_000]

/**
 * Sort columns of the matches that each index finds, up to a limit. Limits are literals: with a parameter PostgreSQL makes one plan for all
 * patterns, which reads all customers for a rare name.
 */
const foundRows = ({ keyset, filter }: ListSearch, ways: readonly Prisma.Sql[], most: number) =>
  Prisma.join(
    ways.map((from) => Prisma.sql`(SELECT ${sortColumns(keyset)} FROM ${from} AND ${filter} LIMIT ${writtenOut(most)})`),
    ' UNION ',
  )

/**
 * The first of those rows in the list's order, read by the search's index. OFFSET 0 keeps the planner from the order's index, which walks
 * the whole table where the matches are far away.
 */
const firstFoundRows = (search: ListSearch, where: Prisma.Sql) => {
  const { source, keyset, text } = search
  const order = keysetOrder(withSortNames(keyset))
  return Prisma.join(
    seek(source, text).found.map(
      (from) =>
        Prisma.sql`(SELECT * FROM (SELECT ${sortColumns(keyset)} FROM ${from} AND ${where} OFFSET 0) AS matching ORDER BY ${order} LIMIT ${pageRows(search)})`,
    ),
    ' UNION ',
  )
}

/** The matches among so many first rows in the list's order. */
const walkedRows = (search: ListSearch, where: Prisma.Sql, through: number) => {
  const { source, keyset, text } = search
  return Prisma.sql`
  SELECT ${sortColumns(keyset)} FROM (
    SELECT t.* FROM ${source.table} WHERE ${where} ORDER BY ${keysetOrder(keyset)} LIMIT ${writtenOut(through)}
  ) AS t WHERE ${seek(source, text).matches} ORDER BY ${keysetOrder(keyset)} LIMIT ${pageRows(search)}`
}

/**
 * The CTEs `found`, of matches, and `counted`. Where the first index finds more than `most`, `found` has the newest of them, by the index
 * that is ordered by time too: then only the others can leave the page to `searchMany`.
 */
function foundAndCounted(search: ListSearch, most: number): Prisma.Sql {
  const { source, keyset, text, filter, cursor } = search
  const sought = seek(source, text)
  const ways = sought.found
  const [first, ...others] = ways
  const counted = Prisma.sql`least(count(*), ${writtenOut(most + 1)})::int AS matching`
  // With a filter or a cursor the page may be far from the newest matches. A small table needs no other way to them.
  const newest = most < SMALL_TABLE && filter === everyRow && !cursor && keyset === createdSorts['-created'] ? sought.newest : undefined
  if (!newest || !first || others.length === 0)
    return Prisma.sql`
    found AS MATERIALIZED (${foundRows(search, ways, most + 1)}),
    counted AS MATERIALIZED (SELECT ${counted}, count(*) > ${writtenOut(most)} AS many FROM found)`
  return Prisma.sql`
    of_first AS MATERIALIZED (${foundRows(search, [first], most + 1)}),
    of_others AS MATERIALIZED (${foundRows(search, others, most + 1)}),
    cut AS MATERIALIZED (SELECT (SELECT count(*) FROM of_first) > ${writtenOut(most)} AS first, (SELECT count(*) FROM of_others) > ${writtenOut(most)} AS others),
    newest AS MATERIALIZED (
      SELECT ${sortColumns(keyset)} FROM ${source.table}
      WHERE (SELECT first AND NOT others FROM cut) AND ${newest.condition} ORDER BY ${newest.first}, ${keysetOrder(keyset)} LIMIT ${pageRows(search)}
    ),
    found AS MATERIALIZED (
      SELECT * FROM of_first WHERE NOT (SELECT first FROM cut) UNION SELECT * FROM of_others UNION SELECT * FROM newest
    ),
    counted AS MATERIALIZED (
      SELECT CASE WHEN first OR others THEN ${writtenOut(most + 1)} ELSE (SELECT ${counted} FROM found) END AS matching, others AS many FROM cut
    )`
}

/**
 * The CTEs of a search with few matches, from the index: `counted` has their number (`matching`, exact up to `most`) and `many`, true if
 * there are too many to know the page; `page` has the sort columns of the page's rows after the cursor and one more, or nothing if `many`.
 * @throws BAD_REQUEST for a foreign cursor
 */
export function searchFew(search: ListSearch, most: number): Prisma.Sql {
  const { keyset, cursor } = search
  const sorted = withSortNames(keyset)
  return Prisma.sql`
    ${foundAndCounted(search, most)},
    page AS (
      SELECT * FROM found WHERE NOT (SELECT many FROM counted) AND ${afterCursor(sorted, cursor)}
      ORDER BY ${keysetOrder(sorted)} LIMIT ${pageRows(search)}
    )`
}

/**
 * The CTEs of a search with many matches: `page` as above. Walking the table in the list's order soon fills it; only if the matches are far
 * away must the index find them all. Walking costs about seven times as much per row, as each needs a look at its customer, so it ends
 * early where it promises nothing. Parts that are not needed do not run.
 * @throws BAD_REQUEST for a foreign cursor
 */
export function searchMany(search: ListSearch): Prisma.Sql {
  const { keyset, filter, cursor, limit } = search
  const rows = pageRows(search)
  const where = Prisma.sql`${filter} AND ${afterCursor(keyset, cursor)}`
  const walks = seek(search.source, search.text).hasOneWord ? WALKS : WALKS_FOR_WORDS
  const farthest = Math.max(...walks)
  const walked = (walk: number) => Prisma.raw(`walked_${walk}`)
  const whenWalked = (walk: number) => {
    const found = Prisma.sql`(SELECT count(*) FROM ${walked(walk)})`
    // Half the average number at which the farthest walk fills the page.
    const promising = rowsOf(limit, Math.ceil(((limit + 1) * walk) / farthest / 2))
    return Prisma.sql`WHEN ${found} >= ${rows} THEN ${writtenOut(walk)} WHEN ${found} < ${promising} THEN 0`
  }
  const ifChosen = (walk: number) => Prisma.sql`(SELECT walk FROM chosen) = ${writtenOut(walk)}`
  const each = (sql: (walk: number) => Prisma.Sql, between: string) => Prisma.join(walks.map(sql), between)
  return Prisma.sql`
    ${each((walk) => Prisma.sql`${walked(walk)} AS MATERIALIZED (${walkedRows(search, where, walk)})`, ', ')},
    chosen AS MATERIALIZED (SELECT CASE ${each(whenWalked, ' ')} ELSE 0 END AS walk),
    page AS (
      ${each((walk) => Prisma.sql`(SELECT * FROM ${walked(walk)} WHERE ${ifChosen(walk)})`, ' UNION ALL ')}
      UNION ALL
      (SELECT * FROM (${firstFoundRows(search, where)}) AS distant WHERE ${ifChosen(0)}
        ORDER BY ${keysetOrder(withSortNames(keyset))} LIMIT ${rows})
    )`
}

/** A column is this text, in any case; by its index for searches, if it has one. */
export const isText = (column: Prisma.Sql, text: string): Prisma.Sql => Prisma.sql`${column} ILIKE ${literal(text)}`
