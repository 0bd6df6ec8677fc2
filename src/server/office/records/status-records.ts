import type { Parcel } from '~/contracts/cases/carriers'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import type { ListPage } from '~/contracts/list'
import { records, type StatusNoun } from '~/contracts/records'
import type { CaseFilters } from '~/contracts/office/status-inputs'
import { Prisma } from '~/generated/prisma/client'
import type { Columns } from '~/server/office/export/columns'
import { notFound } from '~/server/platform/database/conflict'
import { rowsByStatus, type Counts } from '~/server/platform/lists/counts'
import { readRows, type JsonRow } from '~/server/platform/lists/json-row'
import type { Keyset } from '~/server/platform/lists/sorts'
import { readList, type Listing } from '~/server/platform/lists/list'
import { everyRow, type ListSource } from '~/server/platform/lists/list-search'
import { countView } from '~/server/platform/lists/view'
import type { Services } from '~/server/services'
import { customerListSource } from './customer-list'
import type { SignedInCall } from '~/server/identity/auth/call'

/** Who sets a status, and by which rules what follows from it. */
export type StatusCall = SignedInCall<'now' | 'creditLimit' | 'outbox' | 'siteUrl' | 'businessTimeZone'>

/**
 * What a change of status causes in the same transaction, after the rows have it and while they are locked. It may come
 * again with the status that they have already, and does nothing twice.
 * @param change ids in lower case; `tells`: whether customers may be written to about it
 * @returns sentences for whoever has set it; none where there is nothing to say
 */
export type StatusEffect = (
  tx: Prisma.TransactionClient,
  call: StatusCall,
  change: { ids: readonly string[]; status: string; tells: boolean },
) => Promise<string[]>

/** The parcel of a change of status; what is left out stays as it is. */
export type ParcelInput = { [Field in keyof Parcel]?: Parcel[Field] | undefined }

/** A new status of some records. */
export interface StatusNews<Status extends string> {
  /** In lower case. */
  ids: readonly string[]
  status: Status
  /** As somebody has looked at it; `false`: none; undefined: as the status's rule says. */
  email?: CaseEmailText | false | undefined
  parcel?: ParcelInput
}

/** Writes to customers about a new status, in its transaction and before the rows have it, while they are locked. */
export type TellCustomers<Status extends string> = (
  tx: Prisma.TransactionClient,
  call: StatusCall,
  news: StatusNews<Status>,
) => Promise<void>

/**
 * What the records of customers have in common: orders, repairs and trade-ins are listed, read and given a status in one
 * way. What a noun does beside it stands in its own folder.
 */
export interface Definition<Row, Status extends string, Sort extends string, Figures extends object> {
  noun: StatusNoun
  statuses: readonly Status[]
  /** How a row is read. */
  row: JsonRow<Row>
  sorts: Record<Sort, Keyset>
  /** What else its list is narrowed to, beside a status; the row is `t`. */
  narrowed?: (view: CaseFilters, reader: ReadContext) => Prisma.Sql[]
  /** The columns of its CSV file. */
  csv: Columns<Row>
  /** What the screen's header says, of the counts of the whole table. */
  figures: (counts: Counts) => Figures
  /** How customers are told of a new status; left out where they are not. */
  tell?: TellCustomers<Status>
  /** What a change of status causes in its transaction. */
  effect?: StatusEffect
  /**
   * The emails that the effect of a status writes: a query of the customers' ids (`user_id`), one row for each email; null where it
   * writes none. @param chosen which rows `t` get the status
   */
  effectLetters?: (status: Status, chosen: Prisma.Sql, call: Pick<Services, 'creditLimit'>) => Prisma.Sql | null
  /** Whether it may cause anything, of a record's id: without it a change is one statement. */
  isEffective?: (id: Prisma.Sql) => Prisma.Sql
}

export interface StatusRecords<
  Row,
  Status extends string = string,
  Sort extends string = string,
  Figures extends object = object,
> extends Definition<Row, Status, Sort, Figures> {
  source: ListSource
  table: Prisma.Sql
  /** The enum type of the status in the database. */
  statusType: Prisma.Sql
}

export function statusRecords<Row, Status extends string, Sort extends string, Figures extends object>(
  definition: Definition<Row, Status, Sort, Figures>,
): StatusRecords<Row, Status, Sort, Figures> {
  const { table: name, status } = records[definition.noun]
  const table = Prisma.raw(name)
  return { ...definition, table, statusType: Prisma.raw(status.type), source: customerListSource(table, Prisma.raw(status.number)) }
}

/** Which rows of a list are meant. */
export interface StatusView<Status extends string> extends CaseFilters {
  status?: Status | undefined
  search?: string | undefined
}

export interface SortedView<Status extends string, Sort extends string> extends StatusView<Status> {
  sort: Sort
}

/** Who asks for a list, and when: some views depend on it. */
export type ReadContext = Pick<Services, 'now' | 'businessTimeZone'> & { viewer: { userId: string } }

/** What of a noun says which rows a view shows. */
export type Viewed<Status extends string> = Pick<StatusRecords<unknown, Status>, 'source' | 'statusType' | 'narrowed'>

/** The rows that a view shows. */
export function viewOf<Status extends string>(
  { source, statusType, narrowed }: Viewed<Status>,
  { status, search, ...filters }: StatusView<Status>,
  reader: ReadContext,
) {
  const ofStatus = status === undefined ? [] : [Prisma.sql`t.status = ${status}::${statusType}`]
  const conditions = [...ofStatus, ...(narrowed?.(filters, reader) ?? [])]
  return { source, filter: conditions.length === 0 ? everyRow : Prisma.join(conditions, ' AND '), search }
}

/** The same in which order, and how they are read. */
export const listingOf = <Row, Status extends string, Sort extends string>(
  of: StatusRecords<Row, Status, Sort>,
  view: SortedView<Status, Sort>,
  reader: ReadContext,
): Listing<Row> => ({ ...viewOf(of, view, reader), keyset: of.sorts[view.sort], row: of.row })

interface PageOfView<Status extends string, Sort extends string> extends SortedView<Status, Sort> {
  cursor?: string | null | undefined
  limit: number
}

/** Whether the counts of the statuses do not say how many rows a view shows. */
const isNarrowed = ({ assigned, due, messages }: CaseFilters) => assigned !== undefined || due !== undefined || messages !== undefined

/** A page with the figures of the screen (spec §2). @throws BAD_REQUEST for a foreign cursor */
export async function listRecords<Row, Status extends string, Sort extends string, Figures extends object>(
  call: ReadContext & Pick<Services, 'db'>,
  of: StatusRecords<Row, Status, Sort, Figures>,
  input: PageOfView<Status, Sort>,
): Promise<ListPage<Row, Record<Status, number>> & Figures> {
  const { table } = records[of.noun]
  const { counts: countsOf, ...page } = await readList(call.db, {
    ...listingOf(of, input, call),
    counted: [table],
    filtered: ({ total, rows }) => (isNarrowed(input) ? undefined : input.status ? rows(input.status) : total),
    cursor: input.cursor,
    limit: input.limit,
  })
  const counts = countsOf(table)
  return { ...page, counts: rowsByStatus(of.statuses, counts), ...of.figures(counts) }
}

/** @throws NOT_FOUND */
export async function readRecord<Row>(
  { db }: Pick<Services, 'db'>,
  { noun, source, row }: Pick<StatusRecords<Row>, 'noun' | 'source' | 'row'>,
  { id }: { id: string },
): Promise<Row> {
  const [found] = await readRows(db, source, row, [id])
  if (!found) throw notFound(records[noun])
  return found
}

/** The row as a transaction has just stored it. */
export async function readStored<Row>(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { table, row }: Pick<StatusRecords<Row>, 'table' | 'row'>,
  id: string,
): Promise<Row> {
  const [stored] = await tx.$queryRaw<{ row: string }[]>`SELECT ${row.json}::text AS row FROM ${table} AS t WHERE t.id = ${id}::uuid`
  return row.schema.parse(JSON.parse(stored?.row ?? 'null'))
}

/** How many rows a view shows, exactly. */
export async function countRecords<Status extends string>(
  call: ReadContext & Pick<Services, 'db'>,
  of: Viewed<Status>,
  view: StatusView<Status>,
): Promise<{ matching: number }> {
  return { matching: await countView(call.db.prisma, viewOf(of, view, call)) }
}
