import type { SignedInCall } from '~/server/call'
import type { Parcel } from '~/contracts/carriers'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import type { ListPage } from '~/contracts/list-page'
import { records, type StatusNoun } from '~/contracts/records'
import { caseFilterNames, type CaseFilters } from '~/contracts/status-inputs'
import { Prisma } from '~/generated/prisma/client'
import type { Columns } from '~/server/platform/csv/write-csv'
import { notFound } from '~/server/platform/database/conflict'
import { rowsByStatus, type Counts } from '~/server/platform/lists/counts'
import { countedRecords } from './counted-records'
import { readRows, type JsonRow } from '~/server/platform/lists/json-row'
import type { Keyset } from '~/server/platform/lists/sorts'
import { readList, type Listing } from '~/server/platform/lists/read-list'
import { everyRow } from '~/server/platform/lists/list-search'
import type { ListSource } from '~/server/platform/lists/list-source'
import { countView } from '~/server/platform/lists/view'
import type { Services } from '~/server/services'
import { statusSource } from './customer-list'

/** A call that sets a status, with the rules for its effects. */
export type StatusCall = SignedInCall<'now' | 'creditLimit' | 'outbox' | 'secret' | 'siteUrl' | 'businessTimeZone'>

/**
 * The effect of a status in the same transaction, after the rows have it and while they are locked. May run again with the status that they
 * already have, and does nothing twice.
 * @param change ids in lower case; `tells` if customers may be emailed about it
 * @returns sentences for the administrator; none if there is nothing to say
 */
export type StatusEffect = (
  tx: Prisma.TransactionClient,
  call: StatusCall,
  change: { ids: readonly string[]; status: string; tells: boolean },
) => Promise<string[]>

/** The parcel of a change of status, and where it goes; what is left out stays as it is. */
export type ParcelInput = { [Field in keyof Parcel]?: Parcel[Field] | undefined } & { returnAddress?: string | null | undefined }

export interface StatusNews<Status extends string> {
  /** In lower case. */
  ids: readonly string[]
  status: Status
  /** As somebody has looked at it; `false`: none; undefined: as the status's rule says. */
  email?: CaseEmailText | false | undefined
  parcel?: ParcelInput
  /** The change that this one undoes: only emails that it withdrew are sent again. */
  restores?: string | undefined
}

/** Writes to customers about a new status, in its transaction and before the rows have it, while they are locked. */
export type TellCustomers<Status extends string> = (
  tx: Prisma.TransactionClient,
  call: StatusCall,
  news: StatusNews<Status>,
) => Promise<void>

/** Checks and logs the address that comes with a new status, before it is stored and while the row is locked. */
export type TakeAddress = (
  tx: Prisma.TransactionClient,
  call: Pick<StatusCall, 'actor'>,
  change: { id: string; status: string; returnAddress: string | null },
) => Promise<void>

/** The common part of orders, repairs and trade-ins: they are listed, read and given a status in one way. Each subject's folder has the rest. */
export interface Definition<Row, Status extends string, Sort extends string, Figures extends object> {
  noun: StatusNoun
  statuses: readonly Status[]
  row: JsonRow<Row>
  sorts: Record<Sort, Keyset>
  /** Further filters of its list, beside the status; the row is `t`. */
  narrowed?: (view: CaseFilters, reader: ReadContext) => Prisma.Sql[]
  csv: Columns<Row>
  /** Figures of the screen's header, from the counts of the whole table. */
  figures: (counts: Counts) => Figures
  /** Emails customers about a new status; left out if they get none. */
  tell?: TellCustomers<Status>
  /** Checks an address that comes with a status; left out where none does. */
  takeAddress?: TakeAddress
  effect?: StatusEffect
  /** The effect may give store credit, which counts against the limit (credit/credit-limit.ts). */
  gives?: true
  /**
   * The emails that the effect of a status writes: a query of the customers' ids (`user_id`), one row for each email; null if it writes
   * none.
   * @param chosen selects the rows `t` that get the status
   */
  effectEmails?: (status: Status, chosen: Prisma.Sql, call: Pick<Services, 'creditLimit' | 'now'>) => Prisma.Sql | null
  /** The condition, by a record's id, that an effect is possible: without one a change is a single statement. */
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
  statusType: Prisma.Sql
}

export function statusRecords<Row, Status extends string, Sort extends string, Figures extends object>(
  definition: Definition<Row, Status, Sort, Figures>,
): StatusRecords<Row, Status, Sort, Figures> {
  const { table: name, status } = records[definition.noun]
  const table = Prisma.raw(name)
  return { ...definition, table, statusType: Prisma.raw(status.type), source: statusSource(definition.noun) }
}

export interface StatusView<Status extends string> extends CaseFilters {
  status?: Status | undefined
  search?: string | undefined
}

export interface SortedView<Status extends string, Sort extends string> extends StatusView<Status> {
  sort: Sort
}

/** The reader of a list and the time, on which some views depend. */
export type ReadContext = Pick<Services, 'now' | 'businessTimeZone'> & { viewer: { userId: string } }

/** The parts of a definition that select a view's rows. */
export type Viewed<Status extends string> = Pick<StatusRecords<unknown, Status>, 'source' | 'statusType' | 'narrowed'>

export function viewOf<Status extends string>(
  { source, statusType, narrowed }: Viewed<Status>,
  { status, search, ...filters }: StatusView<Status>,
  reader: ReadContext,
) {
  const ofStatus = status === undefined ? [] : [Prisma.sql`t.status = ${status}::${statusType}`]
  const conditions = [...ofStatus, ...(narrowed?.(filters, reader) ?? [])]
  return { source, filter: conditions.length === 0 ? everyRow : Prisma.join(conditions, ' AND '), search }
}

/** A view with its order and the form of its rows. */
export const listingOf = <Row, Status extends string, Sort extends string>(
  of: StatusRecords<Row, Status, Sort>,
  view: SortedView<Status, Sort>,
  reader: ReadContext,
): Listing<Row> => ({ ...viewOf(of, view, reader), keyset: of.sorts[view.sort], row: of.row })

interface PageOfView<Status extends string, Sort extends string> extends SortedView<Status, Sort> {
  cursor?: string | null | undefined
  limit: number
}

/** True if the counts of the statuses do not tell the size of a view. */
const isNarrowed = (view: CaseFilters) => caseFilterNames.some((name) => view[name] !== undefined)

/** A page with the figures of the screen (requirements §2). @throws BAD_REQUEST for a foreign cursor */
export async function listRecords<Row, Status extends string, Sort extends string, Figures extends object>(
  call: ReadContext & Pick<Services, 'db'>,
  of: StatusRecords<Row, Status, Sort, Figures>,
  input: PageOfView<Status, Sort>,
): Promise<ListPage<Row, Record<Status, number>> & Figures> {
  const { counts, ...page } = await readList(call.db, {
    ...listingOf(of, input, call),
    counted: countedRecords[of.noun],
    filtered: ({ total, rows }) => (isNarrowed(input) ? undefined : input.status ? rows(input.status) : total),
    cursor: input.cursor,
    limit: input.limit,
  })
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

export async function readStored<Row>(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { table, row }: Pick<StatusRecords<Row>, 'table' | 'row'>,
  id: string,
): Promise<Row> {
  const [stored] = await tx.$queryRaw<{ row: string }[]>`SELECT ${row.json}::text AS row FROM ${table} AS t WHERE t.id = ${id}::uuid`
  return row.schema.parse(JSON.parse(stored?.row ?? 'null'))
}

/** The exact number of rows in a view. */
export async function countRecords<Status extends string>(
  call: ReadContext & Pick<Services, 'db'>,
  of: Viewed<Status>,
  view: StatusView<Status>,
): Promise<{ matching: number }> {
  return { matching: await countView(call.db.prisma, viewOf(of, view, call)) }
}
