import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { readCounts, type CountedNoun, type Counts } from './counts'
import type { Keyset } from './keyset'
import { substringPattern } from './like'
import { countFiltered, readPage, searchPage } from './list-page'
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
  /** The rows with these ids, in any order. */
  load: (ids: string[]) => Promise<Row[]>
}

/** One page of a view. */
interface ListRequest<Row> extends Listing<Row> {
  noun: CountedNoun
  /** The rows that the filters leave, where the counts know it; undefined where they must be counted. */
  filtered: (counts: Counts) => number | undefined
  cursor: string | null | undefined
  limit: number
}

/** In a table of more rows, no more than `MOST_COUNTED` are counted, so that a search stays quick. */
const SMALL_TABLE = 10_000
const MOST_COUNTED = 1_000

/** The page, and the number of rows of which it is one. */
async function readMatching<Row>(prisma: PrismaClient, request: ListRequest<Row>, counts: Counts) {
  const { source, filter } = request
  const most = counts.total <= SMALL_TABLE ? SMALL_TABLE : MOST_COUNTED
  const text = request.search?.trim() ?? ''
  if (text !== '') {
    const page = await searchPage(prisma, { ...request, pattern: substringPattern(text) }, most)
    return { ...page, matching: Math.min(page.matching, most), matchingIsLeast: page.matching > most }
  }
  const known = request.filtered(counts)
  const [page, matching] = await Promise.all([readPage(prisma, request), known ?? countFiltered(prisma, source, filter, most)])
  if (known !== undefined) return { ...page, matching, matchingIsLeast: false }
  return { ...page, matching: Math.min(matching, most), matchingIsLeast: matching > most }
}

/**
 * A page of a list with its counts, in a number of statements that does not depend on the rows.
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function readList<Row extends { id: string }>(prisma: PrismaClient, request: ListRequest<Row>) {
  const counts = await readCounts(prisma, request.noun)
  const { ids, ...page } = await readMatching(prisma, request, counts)
  const byId = new Map((await request.load(ids)).map((row) => [row.id, row]))
  return { ...page, rows: ids.flatMap((id) => byId.get(id) ?? []), total: counts.total, counts }
}
