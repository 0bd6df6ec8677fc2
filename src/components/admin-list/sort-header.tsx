import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useContext } from 'react'
import type { ListColumn } from './list-column'
import { SelectPage } from './select-boxes'
import { Selection } from './selection'

const icons = { ascending: ArrowUp, descending: ArrowDown }

interface SortHeaderProps<Row> {
  column: ListColumn<Row>
  isFirst: boolean
  /** The list's sort as its address and its procedure name it: a column's id, with '-' before it from high to low. */
  sort: string
  onSort: (sort: string) => void
}

/** A column's header; where the column sorts it is a button that says which way. Pressed again it sorts the other way. */
export function SortHeader<Row>({ column: { id, header, align, sort: firstWay }, isFirst, sort, onSort }: SortHeaderProps<Row>) {
  const selectsPage = useContext(Selection) !== null && isFirst
  const way = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  const next = way === undefined ? firstWay : way === 'ascending' ? 'descending' : 'ascending'
  const Icon = way === undefined ? ChevronsUpDown : icons[way]

  return (
    <th
      role="columnheader"
      scope="col"
      // The checkbox in it is no part of the column's name.
      aria-label={selectsPage ? header : undefined}
      aria-sort={way}
      className={clsx(
        'border-b border-line px-4 py-2 text-xs font-semibold whitespace-nowrap text-ink-muted',
        align === 'end' && 'text-right',
      )}
    >
      {selectsPage && (
        <span className="mr-3 inline-flex align-middle">
          <SelectPage />
        </span>
      )}
      {firstWay ? (
        <button
          type="button"
          onClick={() => onSort(next === 'descending' ? `-${id}` : id)}
          className="-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-md px-1.5 hover:bg-surface-strong hover:text-ink"
        >
          {header}
          <Icon className={clsx('size-3.5', way === undefined && 'text-ink-subtle')} aria-hidden="true" />
        </button>
      ) : (
        header
      )}
    </th>
  )
}
