import * as z from 'zod'
import { MOST_SELECTED } from '~/contracts/bulk-inputs'
import { rowId } from '~/contracts/fields'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Columns, CsvRow, CsvTable } from '~/server/platform/csv/write-csv'
import type { Database } from '~/server/platform/database/database'
import { readPageOfRows, searchPageOfMany } from '~/server/platform/lists/list-page'
import type { ListSource } from '~/server/platform/lists/list-source'
import type { Listing } from '~/server/platform/lists/read-list'
import { nameOfUser } from './customer-list'
import { listingOf, type ReadContext, type SortedView, type StatusRecords } from './status-records'

/** The CSV file of a list of the back office, and its part of the search. */

const PAGE = 500

/** Rows that come in during an export stay out. Later than now only if plain SQL has dated a row ahead. */
async function lastMoment(db: Database, table: Prisma.Sql): Promise<Prisma.Sql> {
  const [row] = await db.prisma.$queryRaw<{ until: string }[]>`
    SELECT greatest(clock_timestamp(), (SELECT max(t.created_at) FROM ${table}))::text AS until`
  return Prisma.sql`t.created_at <= ${row?.until ?? 'infinity'}::text::timestamptz`
}

/** Short statements, so that a slow download keeps no transaction open. @param only ids to include */
async function* exportPages<Row>(
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
    return searchPageOfMany(db, { ...request, row, text })
  }
  let cursor: string | null = null
  do {
    const { rows, nextCursor }: { rows: Row[]; nextCursor: string | null } = await readPage(cursor)
    yield rows.map((record) => cells.map((cell) => cell(record)))
    cursor = nextCursor
  } while (cursor !== null)
}

const chosen = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(rowId).min(1).max(MOST_SELECTED))
  .optional()

type ExportCall = ReadContext & { db: Database }

/** @param view the list's parameters as in a URL @throws ZodError for a view that the list would refuse */
export type Exporter = (call: ExportCall, view: Record<string, string>) => CsvTable

interface ListFile<View, Row> {
  /** The list's parameters, without the position in it. */
  view: z.ZodType<View>
  listing: (view: View, reader: ReadContext) => Listing<Row>
  csv: Columns<Row>
}

/** Of a list's input: a file has all rows. */
export const noPosition = { cursor: true, limit: true } as const

export const listExporter =
  <View, Row>({ view: schema, listing, csv }: ListFile<View, Row>): Exporter =>
  (call, { ids, ...view }) => ({
    header: Object.keys(csv),
    pages: exportPages(call.db, listing(schema.parse(view), call), csv, chosen.parse(ids)),
  })

/** How the search of the back office finds and names a record, the row `t`. */
interface Found {
  source: ListSource
  /** `t.id` by default. */
  id?: Prisma.Sql
  title: Prisma.Sql
  detail: Prisma.Sql
}

export interface RecordList {
  exporter: Exporter
  found: Found
}

export const recordList = <View, Row>({ found, ...file }: ListFile<View, Row> & { found: Found }): RecordList => ({
  exporter: listExporter(file),
  found,
})

/** The same of records with a number, a status and a customer, which have said all of it already. */
export const statusRecordList = <Row, Status extends string, Sort extends string>(
  of: StatusRecords<Row, Status, Sort>,
  view: z.ZodType<SortedView<Status, Sort>>,
): RecordList =>
  recordList({
    view,
    listing: (shown, reader) => listingOf(of, shown, reader),
    csv: of.csv,
    found: {
      source: of.source,
      title: Prisma.raw(`t.${records[of.noun].status.number}`),
      detail: nameOfUser(Prisma.sql`t.user_id`),
    },
  })
