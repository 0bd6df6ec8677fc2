import { clsx } from 'clsx/lite'
import { Eye } from '~/components/icons/lucide'
import type { ReactNode } from 'react'
import { IconButton } from '~/components/ui/icon-button'
import type { Tone } from '~/components/ui/badge'
import type { ListColumn } from './columns'
import { DateText, StatusBadge } from './cells'
import { CustomerName } from './customer-name'
import type { StatusRow, StatusRowActions } from './status-records'
import { ForWriters } from './for-writers'
import { StatusSelect } from './status-select'

/** A cell's text in a table or on a closed card has one line, so that many rows are seen; its tooltip says the rest. An open card shows all of it. */
export const ofOneLine = 'block wrap-anywhere in-data-closed:truncate @3xl:truncate @7xl:max-w-64'
const customerLine = `${ofOneLine} @3xl:max-w-36`

interface CustomerCellProps {
  /** Left out the name leads nowhere. */
  userId?: string | null | undefined
  fullName: string | null
  email: string | null
  /** More room, of a list that has it. */
  className?: string | undefined
}

/** The customer of a record: 'No name' and 'No email' where nothing is known (requirements §2 Order Management). */
export function CustomerCell({ userId, fullName, email, className }: CustomerCellProps) {
  return (
    <>
      <span data-unnamed={!fullName && email ? '' : undefined} className={clsx(customerLine, className)} title={fullName ?? undefined}>
        <CustomerName userId={userId} className={fullName ? 'text-ink' : 'text-ink-subtle'}>
          {fullName || 'No name'}
        </CustomerName>
      </span>
      <span className={clsx(customerLine, className, 'text-xs', email ? 'text-ink-muted' : 'text-ink-subtle')} title={email ?? undefined}>
        {email || 'No email'}
      </span>
    </>
  )
}

/** Columns that lists of records with a status have in common; each list puts them among its own. */

/**
 * @param link the row's number as the link to it
 * @param below what else is said of the row beside its number
 */
export const numberColumn = <Row,>(header: string, link: (row: Row) => ReactNode, below?: (row: Row) => ReactNode): ListColumn<Row> => ({
  id: 'number',
  header,
  card: 'title',
  cell: (row) => (
    <>
      <span className="@3xl:whitespace-nowrap">{link(row)}</span>
      {below && <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs empty:hidden @7xl:flex-nowrap">{below(row)}</span>}
    </>
  ),
})

/** @param className more room for the customer, of a list that has it */
export const customerColumn = <Row extends { userId?: string | null; customer: { fullName: string | null; email: string | null } }>(
  className?: string,
): ListColumn<Row> => ({
  id: 'customer',
  header: 'Customer',
  card: 'half',
  brief: true,
  cell: ({ userId, customer }) => <CustomerCell userId={userId} className={className} {...customer} />,
})

/** A column for a cost or a value, settled or still estimated. */
export const settledColumn = <Row,>(header: string, write: (row: Row) => string): ListColumn<Row> => ({
  id: header.toLowerCase(),
  header,
  align: 'end',
  card: 'half',
  cell: (row) => <span className="whitespace-nowrap text-ink">{write(row)}</span>,
})

export const statusColumn = <Row extends StatusRow>(tones: Record<Row['status'], Tone>): ListColumn<Row> => ({
  id: 'status',
  header: 'Status',
  card: 'half',
  brief: true,
  cell: ({ status }: { status: Row['status'] }) => <StatusBadge status={status} tone={tones[status]} />,
})

/** @param below what else is said of the row's time */
export const createdColumn = <Row extends { createdAt: Date }>(below?: (row: Row) => ReactNode): ListColumn<Row> => ({
  id: 'created',
  header: 'Date',
  sort: 'descending',
  card: 'half',
  cell: (row) => (
    <>
      <DateText at={row.createdAt} className="text-ink-muted" />
      {below && <span className="block empty:hidden">{below(row)}</span>}
    </>
  ),
})

/** The status's selector, for those who may change it, and the way to the details. @param of the router @param name what people call the row */
export const statusActionsColumn = <Row extends StatusRow>(
  of: string,
  statuses: readonly Row['status'][],
  name: (row: Row) => string,
  { onStatus, onDetails }: StatusRowActions<Row>,
): ListColumn<Row> => ({
  id: 'actions',
  header: 'Actions',
  align: 'end',
  card: 'foot',
  cell: (row) => (
    <span className="flex items-center gap-2 @3xl:justify-end">
      <ForWriters of={of}>
        <StatusSelect<Row['status']>
          label={`Status of ${name(row)}`}
          values={statuses}
          value={row.status}
          onChange={(status) => onStatus(row, status)}
        />
      </ForWriters>
      <IconButton
        label={`View details of ${name(row)}`}
        onClick={() => onDetails(row)}
        className="text-ink-muted hover:text-ink @3xl:size-8"
      >
        <Eye className="size-4" aria-hidden="true" />
      </IconButton>
    </span>
  ),
})
