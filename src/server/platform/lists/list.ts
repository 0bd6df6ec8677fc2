import type { Prisma } from '~/generated/prisma/client'
import { readCounts, type Counts } from './counts'
import type { Database } from '~/server/platform/database/database'
import type { Keyset } from './keyset'
import { substringPattern } from './like'
import { readRows, type JsonRow } from './json-row'
import { countFiltered, readPageOfRows, searchPage } from './list-page'
import type { ListSource } from './list-search'

/** Which rows of a list a view shows. */
export interface View {
  source: ListSource
  /** The condition of the filters on the row `t`. */
  filter: Prisma.Sql
  search: string | undefined
}

/** The same with their order, and how they are read. */
export interface Listing<Row> extends View {
  keyset: Keyset
  row: JsonRow<Row>
}

/** One page of a view. */
interface ListRequest<Row> extends Listing<Row> {
  /** Of which `list_counts` has the counts. */
  counted: string
  /** The rows that the filters leave, where the counts know it; undefined where they must be counted. */
  filtered: (counts: Counts) => number | undefined
  cursor: string | null | undefined
  limit: number
}

/** In a table of more rows, no more than `MOST_COUNTED` are counted, so that a search stays quick. */
const SMALL_TABLE = 10_000
const MOST_COUNTED = 1_000

const mostCounted = ({ total }: Counts) => (total <= SMALL_TABLE ? SMALL_TABLE : MOST_COUNTED)

const matchingUpTo = (most: number, matching: number) => ({ matching: Math.min(matching, most), matchingIsLeast: matching > most })

async function searchList<Row>(db: Database, request: ListRequest<Row>, text: string) {
  const counts = await readCounts(db, request.counted)
  const most = mostCounted(counts)
  const { ids, nextCursor, matching } = await searchPage(db.prisma, { ...request, pattern: substringPattern(text) }, most)
  const rows = await readRows(db, request.source, request.row, ids)
  return { rows, nextCursor, ...matchingUpTo(most, matching), total: counts.total, counts }
}

/**
 * A page of a list with its counts, in a number of statements that does not depend on the rows.
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function readList<Row>(db: Database, request: ListRequest<Row>) {
  const text = request.search?.trim() ?? ''
  if (text !== '') return searchList(db, request, text)
  const { counts, ...page } = await readPageOfRows(db, request)
  const most = mostCounted(counts)
  const known = request.filtered(counts)
  const matching =
    known === undefined
      ? matchingUpTo(most, await countFiltered(db.prisma, request.source, request.filter, most))
      : { matching: known, matchingIsLeast: false }
  return { ...page, ...matching, total: counts.total, counts }
}
