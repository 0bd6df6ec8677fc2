import { Prisma } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'
import type { Listing } from '~/server/platform/lists/read-list'
import { readPageOfRows, searchPageOfMany } from '~/server/platform/lists/list-page'
import type { Columns, CsvRow, CsvTable } from '~/server/platform/csv/write-csv'
import { creditAccountColumns, machineColumns, modelColumns, productColumns, userColumns } from './columns'
import * as z from 'zod'
import { MOST_SELECTED } from '~/contracts/bulk-inputs'
import { rowId } from '~/contracts/fields'
import { creditAccountsInput } from '~/contracts/credit/accounts'
import { machineListInput } from '~/contracts/catalogue/machines'
import { modelListInput } from '~/contracts/catalogue/models'
import { orderInputs } from '~/contracts/stock/orders'
import { partListInput } from '~/contracts/stock/parts'
import { partTypeListInput } from '~/contracts/stock/part-types'
import { productListInput } from '~/contracts/catalogue/product-admin'
import { unitListInput } from '~/contracts/stock/units'
import { nounWith, type Noun } from '~/contracts/records'
import { repairInputs } from '~/contracts/cases/repairs'
import { tradeInInputs } from '~/contracts/cases/trade-ins'
import { userListInput } from '~/contracts/identity/users'
import { creditAccountListing } from '~/server/credit/list-accounts'
import { machineListing } from '~/server/catalogue/machines/list-machines'
import { modelListing } from '~/server/catalogue/models/list-models'
import { type ReadContext, type SortedView, type StatusRecords, listingOf } from '~/server/platform/records/status-records'
import { orders } from '~/server/stock/sale/orders'
import { partCsv, partListing } from '~/server/stock/parts/list-parts'
import { partTypeCsv, partTypeListing } from '~/server/stock/parts/part-types'
import { productListing } from '~/server/catalogue/products/list-products'
import { unitCsv, unitListing } from '~/server/stock/units/list-units'
import { invoiceCsv, invoiceListing } from '~/server/billing/invoices/list-invoices'
import { invoicesInput } from '~/contracts/billing/invoice-list'
import { calendarDay } from '~/lib/instant'
import { repairs } from '~/server/cases/kinds/repair-kind'
import { tradeIns } from '~/server/cases/kinds/trade-in-kind'
import { userListing } from '~/server/identity/users/users'
import type { ServerResponse } from 'node:http'
import { takeExport } from '~/server/identity/auth/caller-limits'
import type { Viewer } from '~/server/identity/auth/read-session'
import { type Actor, recordAudit } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'

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

/** @throws ZodError for a view that the list would refuse */
type Exporter = (call: ExportCall, view: Record<string, string>) => CsvTable

/** @param view the list's parameters as in a URL */
const exporter =
  <View, Row>(schema: z.ZodType<View>, listing: (view: View, reader: ReadContext) => Listing<Row>, columns: Columns<Row>) =>
  (call: ExportCall, { ids, ...view }: Record<string, string>): CsvTable => ({
    header: Object.keys(columns),
    pages: exportPages(call.db, listing(schema.parse(view), call), columns, chosen.parse(ids)),
  })

const noPosition = { cursor: true, limit: true } as const

const recordExporter = <Row, Status extends string, Sort extends string>(
  of: StatusRecords<Row, Status, Sort>,
  schema: z.ZodType<SortedView<Status, Sort>>,
) => exporter(schema, (view, reader) => listingOf(of, view, reader), of.csv)

export const exporters: Record<Noun, Exporter> = {
  orders: recordExporter(orders, orderInputs.list.omit(noPosition)),
  repairs: recordExporter(repairs, repairInputs.list.omit(noPosition)),
  tradeIns: recordExporter(tradeIns, tradeInInputs.list.omit(noPosition)),
  units: exporter(unitListInput.omit(noPosition), unitListing, unitCsv),
  invoices: exporter(
    invoicesInput.omit(noPosition),
    (view, { now, businessTimeZone }) => invoiceListing(view, calendarDay(now(), businessTimeZone)),
    invoiceCsv,
  ),
  users: exporter(userListInput.omit(noPosition), userListing, userColumns),
  products: exporter(productListInput.omit(noPosition), productListing, productColumns),
  parts: exporter(partListInput.omit(noPosition), partListing, partCsv),
  machines: exporter(machineListInput.omit(noPosition), machineListing, machineColumns),
  models: exporter(modelListInput.omit(noPosition), modelListing, modelColumns),
}

const otherLists = new Map<string, Exporter>([
  ['part-types', exporter(partTypeListInput.omit(noPosition), partTypeListing, partTypeCsv)],
  ['credit', exporter(creditAccountsInput.omit(noPosition), creditAccountListing, creditAccountColumns)],
])

export function exporterOf(route: string): Exporter | undefined {
  const noun = nounWith('route', route)
  return noun ? exporters[noun] : otherLists.get(route)
}

export const routerOfFile = (route: string): string => nounWith('route', route) ?? (route === 'part-types' ? 'parts' : route)

interface Exported {
  list: string
  view: Record<string, string>
}

async function* counted(pages: AsyncIterable<CsvRow[]>, told: { rows: number }) {
  for await (const page of pages) {
    told.rows += page.length
    yield page
  }
}

/** Before the first row, so that none leaves unseen, and at its end. @param send never throws @throws TOO_MANY_REQUESTS */
export async function auditedExport(
  { db, limits, log }: Pick<Services, 'db' | 'limits' | 'log'>,
  { viewer, actor }: { viewer: Viewer; actor: Actor },
  { list, view: { ids, ...filters } }: Exported,
  file: CsvTable,
  res: ServerResponse,
  send: (file: CsvTable) => Promise<void>,
): Promise<void> {
  await takeExport(limits, viewer)
  const subject = { subjectType: 'list', subjectId: list }
  const view = { filters, ...(ids === undefined ? {} : { chosen: ids.split(',').length }) }
  await recordAudit(db.prisma, actor, { action: 'list.export_started', ...subject, after: view })
  const told = { rows: 0 }
  await send({ ...file, pages: counted(file.pages, told) })
  try {
    await recordAudit(db.prisma, actor, { action: 'list.exported', ...subject, after: { ...view, ...told, isWhole: res.writableFinished } })
  } catch (err) {
    log.error({ err, list, ...told }, 'The end of an export could not be written down; its start is')
  }
}
