import type { Prisma } from '~/generated/prisma/client'
import { lastCounts, type Counted, type Counts } from './counts'
import type { Database } from '~/server/platform/database/database'
import { SMALL_TABLE } from './list-search'
import type { Keyset } from './sorts'
import type { ListSource } from './list-source'
import type { JsonRow } from './json-row'
import { countFiltered, readPageOfRows, searchPageOfRows } from './list-page'

/** Selects the rows of a list. */
export interface View {
  source: ListSource
  /** The condition of the filters on the row `t`. */
  filter: Prisma.Sql
  search: string | undefined
}

export interface Listing<Row> extends View {
  keyset: Keyset
  row: JsonRow<Row>
}

/** One page of a view. */
interface ListRequest<Row> extends Listing<Row> {
  /** How the rows of its table are counted. */
  counted: Counted
  /** The number of rows that the filters leave, if the counts tell it; undefined if they must be counted. */
  filtered: (counts: Counts) => number | undefined
  cursor: string | null | undefined
  limit: number
}

const MOST_COUNTED = 1_000

const mostCounted = ({ total }: Counts) => (total <= SMALL_TABLE ? SMALL_TABLE : MOST_COUNTED)

const matchingUpTo = (most: number, matching: number) => ({ matching: Math.min(matching, most), matchingIsLeast: matching > most })

async function searchList<Row>(db: Database, request: ListRequest<Row>, text: string) {
  const search = { ...request, text }
  // PostgreSQL plans better with a literal limit than with one from a subquery.
  const before = mostCounted(await lastCounts(db, request.counted))
  const found = await searchPageOfRows(db, search, before)
  const most = mostCounted(found.counts)
  // The table has become small meanwhile: counts all.
  const { matching, counts, ...page } = most > before && found.matching > before ? await searchPageOfRows(db, search, most) : found
  return { ...page, ...matchingUpTo(most, matching), total: counts.total, counts }
}

/** A page of a list with its counts, in a fixed number of statements. @throws BAD_REQUEST for a foreign cursor */
export async function readList<Row>(db: Database, request: ListRequest<Row>) {
  const text = request.search?.trim() ?? ''
  if (text !== '') return searchList(db, request, text)
  const { counts, ...page } = await readPageOfRows(db, request)
  const most = mostCounted(counts)
  const filtered = request.filtered(counts)
  const matching =
    filtered === undefined
      ? matchingUpTo(most, await countFiltered(db, request.source, request.filter, most))
      : { matching: filtered, matchingIsLeast: false }
  return { ...page, ...matching, total: counts.total, counts }
}
