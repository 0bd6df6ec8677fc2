import { Prisma } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'
import { substringPattern } from '~/server/platform/lists/like'
import type { Listing } from '~/server/platform/lists/list'
import { readRows } from '~/server/platform/lists/json-row'
import { readPageOfRows, searchPage } from '~/server/platform/lists/list-page'
import type { CsvRow } from '~/server/platform/csv/write'
import type { Columns } from './columns'

/** Rows that are in memory at a time. */
const PAGE = 500

/** A search's matches are counted no further than this: a file needs no number. */
const NO_COUNT = PAGE

/**
 * The newest row of the moment by the database's own clock: rows that come in while a file is being
 * written stay out of it. Later than now only where plain SQL has dated a row ahead.
 */
async function lastMoment({ prisma }: Database, table: Prisma.Sql): Promise<Prisma.Sql> {
  const [row] = await prisma.$queryRaw<{ until: string }[]>`
    SELECT greatest(clock_timestamp(), (SELECT max(t.created_at) FROM ${table}))::text AS until`
  return Prisma.sql`t.created_at <= ${row?.until ?? 'infinity'}::text::timestamptz`
}

/**
 * A view's rows as cells, page by page in the view's order. Each page is a short statement of its own:
 * a slow download keeps no transaction open. A row that is changed meanwhile appears as it is when its
 * page is read.
 * @param only ids to leave all others out
 */
export async function* exportPages<Row>(
  db: Database,
  listing: Listing<Row>,
  columns: Columns<Row>,
  only?: readonly string[],
): AsyncGenerator<CsvRow[]> {
  const { source, keyset, row } = listing
  const chosen = only ? Prisma.sql`t.id = ANY(${only}::uuid[])` : await lastMoment(db, source.table)
  const filter = Prisma.sql`${listing.filter} AND ${chosen}`
  const text = listing.search?.trim() ?? ''
  const cells = Object.values(columns)
  const readPage = async (cursor: string | null) => {
    const request = { source, keyset, filter, cursor, limit: PAGE }
    if (text === '') return readPageOfRows(db, { ...request, row, counted: null })
    const { ids, nextCursor } = await searchPage(db.prisma, { ...request, pattern: substringPattern(text) }, NO_COUNT)
    return { rows: await readRows(db, source, row, ids), nextCursor }
  }
  let cursor: string | null = null
  do {
    const { rows, nextCursor }: { rows: Row[]; nextCursor: string | null } = await readPage(cursor)
    yield rows.map((record) => cells.map((cell) => cell(record)))
    cursor = nextCursor
  } while (cursor !== null)
}
