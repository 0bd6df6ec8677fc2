import { Prisma } from '~/generated/prisma/client'
import { afterCursor, keysetOrder, sortColumns, withSortNames, type Keyset } from './keyset'

/** How a list finds its rows. In all SQL here the table's alias is `t`. */
export interface ListSource {
  /** For example `orders AS t`. */
  table: Prisma.Sql
  /** Whether the row `t` matches a LIKE pattern; for going through rows one by one. */
  matches: (pattern: string) => Prisma.Sql
  /**
   * The rows that match, by index: each is what follows FROM and ends in a WHERE condition; together
   * they find every row that `matches` does.
   */
  found: (pattern: string) => readonly Prisma.Sql[]
}

/** A search in a list. */
export interface ListSearch {
  source: ListSource
  keyset: Keyset
  pattern: string
  /** The condition of the filters on the row `t`. */
  filter: Prisma.Sql
  cursor: string | null | undefined
}

/** Rows that a search goes through in the list's order before it asks the index for all that match. */
const WALK = 2_000

/** The sort columns of the rows that match, from the index; each way of finding gives at most so many. */
const foundRows = ({ source, keyset, pattern }: ListSearch, where: Prisma.Sql, most?: number) =>
  Prisma.join(
    source.found(pattern).map((from) => {
      const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}`
      return Prisma.sql`(SELECT ${sortColumns(keyset)} FROM ${from} AND ${where} ${limit})`
    }),
    ' UNION ',
  )

/**
 * The CTEs of a search: `counted` has the number of rows that match (`matching`, exact up to `most`) and
 * `page` the sort columns of the first `rows` after the cursor.
 *
 * Where few match, the index finds them all. Where many do, that would read the table, but going
 * through it in the list's order fills the page soon; only where the many are all far away, the index
 * must find them after all. A part that is not needed is not run.
 * @throws BAD_REQUEST for a foreign cursor
 */
export function searchRows(search: ListSearch, rows: number, most: number): Prisma.Sql {
  const { source, keyset, pattern, filter, cursor } = search
  const sorted = withSortNames(keyset)
  const where = Prisma.sql`${filter} AND ${afterCursor(keyset, cursor)}`
  return Prisma.sql`
    found AS MATERIALIZED (${foundRows(search, filter, most + 1)}),
    counted AS MATERIALIZED (SELECT count(*)::int AS matching, count(*) > ${most} AS many FROM found),
    walked AS MATERIALIZED (
      SELECT ${sortColumns(keyset)} FROM (
        SELECT t.* FROM ${source.table} WHERE ${where} ORDER BY ${keysetOrder(keyset)} LIMIT ${WALK}
      ) AS t WHERE ${source.matches(pattern)} ORDER BY ${keysetOrder(keyset)} LIMIT ${rows}
    ),
    page AS (
      (SELECT * FROM found WHERE NOT (SELECT many FROM counted) AND ${afterCursor(sorted, cursor)} ORDER BY ${keysetOrder(sorted)} LIMIT ${rows})
      UNION ALL
      (SELECT * FROM walked WHERE (SELECT many FROM counted) AND (SELECT count(*) FROM walked) >= ${rows})
      UNION ALL
      (SELECT * FROM (${foundRows(search, where)}) AS distant
        WHERE (SELECT many AND (SELECT count(*) FROM walked) < ${rows} FROM counted) ORDER BY ${keysetOrder(sorted)} LIMIT ${rows})
    )`
}
