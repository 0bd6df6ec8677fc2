import type { LabelledStatus } from '~/lib/status-labels'
import type { Tone } from '~/components/ui/badge'
import type { LucideIcon } from '~/components/icons/lucide'
import type { ComponentType } from 'react'
import type { ListPage } from '~/contracts/list-page'
import type { RecordNoun } from '~/lib/records'
import type { Undone } from '~/lib/status-change'
import type { ListColumn } from './columns'
import type { ListChoice, ListFlag } from './flag-filters'
import type { ListQuery } from './list-screen'
import type { ChosenRows } from './selection'

export interface StatusRow {
  id: string
  version: number
  status: LabelledStatus
}

export type StatusListPage<Row extends StatusRow> = ListPage<Row, Record<Row['status'], number>>

export interface StatusView<Status extends string> {
  search?: string
  status?: Status
}

/** The props of another look at the records of a list. */
export interface StatusBoardProps<Row extends StatusRow> extends StatusRowActions<Row> {
  /** The row with the status that is being saved. */
  shown: (row: Row) => Row
}

export interface StatusRowActions<Row extends StatusRow> {
  onStatus: (row: Row, status: Row['status']) => void
  onDetails: (row: Row) => void
}

export interface StatusDetailsProps<Row> {
  noun: RecordNoun
  name: (row: Row) => string
  id: string
  /** The row of the list; undefined where the list does not have it. */
  known: Row | undefined
  onClose: () => void
}

export interface StatusListDefinition<Row extends StatusRow, List extends StatusListPage<Row>> {
  noun: RecordNoun
  /** Its router. */
  of: string
  title: string
  subtitle: string
  /** The totals in the screen's header. */
  figures: { label: string; items: readonly { label: string; read: (list: List) => string | number }[] }
  /** In the order in which a record goes through them. */
  statuses: readonly Row['status'][]
  icons: Record<Row['status'], LucideIcon>
  tones: Readonly<Record<Row['status'], Tone>>
  /** Filters beside the status. A constant. */
  flags?: readonly ListFlag[]
  choices?: readonly ListChoice[]
  /** The procedure's sorts, as people read them. */
  sorts: Readonly<Record<string, string>>
  /** There is a sort that no column header has. */
  sortsBeyondColumns?: boolean
  /** The name of a row for people. */
  name: (row: Row) => string
  columns: (actions: StatusRowActions<Row>) => readonly ListColumn<Row>[]
  Details: ComponentType<StatusDetailsProps<Row>>
}

/** The emails of a new status of many rows. */
export interface EmailCount {
  emails: number
  customers: number
  /** It may be fewer. */
  isAtMost?: boolean
}

/** The outcome of a change of many rows. */
export interface BulkChange {
  counts: Record<'changed' | 'unchanged' | 'conflict' | 'missing', number>
  notices?: string[]
  /** By this it is undone. */
  change?: string | undefined
}

export interface StatusQuestion {
  /** With the reason: 'REP-10001 has €175.00 left to pay. Ship it anyway?'. */
  text: string
  /** The button that does it: 'Ship anyway'. */
  confirm: string
}
export type AskFirst<Chosen, Status extends string> = (chosen: Chosen, status: Status) => Promise<StatusQuestion | null> | undefined

/** The source of the rows, and the calls that change them (trpc/use-status-records). */
export interface StatusRecords<Row extends StatusRow, List> {
  list: ListQuery<List>
  /**
   * Saves over the row's version and answers the row as it is then; throws CONFLICT when that is an old one.
   * @param undone the change that is undone by it, with the emails that it has written
   */
  save: (row: Row, status: Row['status'], undone?: Undone) => Promise<Row>
  reload: (row: Row) => Promise<Row>
  /** Puts what is stored now into what is shown, and has everything else that depends on it read again. */
  onSaved: (row: Row) => void
  countMatching: (view: StatusView<Row['status']>) => Promise<number>
  /** Counts the emails of a new status of many rows; undefined where a change of status sends none. */
  countEmails?: ((chosen: ChosenRows<StatusView<Row['status']>>, status: Row['status']) => Promise<EmailCount>) | undefined
  /** Asks before rows get a status; undefined at once for a status that needs no question. */
  askFirst?: AskFirst<ChosenRows<StatusView<Row['status']>>, Row['status']> | undefined
  /** @param sendsEmails false: no emails, whatever the rules say */
  saveMany: (chosen: ChosenRows<StatusView<Row['status']>>, status: Row['status'], sendsEmails: boolean) => Promise<BulkChange>
  undoMany: (change: string) => Promise<BulkChange>
  onManySaved: () => void
}
