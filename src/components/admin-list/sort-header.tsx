import { flexRender, type Header } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useContext } from 'react'
import type { ListColumn } from './list-column'
import { SelectPage } from './select-boxes'
import { Selection } from './selection'

const directions = {
  asc: { sort: 'ascending', icon: ArrowUp },
  desc: { sort: 'descending', icon: ArrowDown },
} as const

/** A column's header; where the column sorts it is a button that says which way. */
export function SortHeader<Row>({ header, align }: { header: Header<Row, unknown>; align: ListColumn<Row>['align'] }) {
  const selectsPage = useContext(Selection) !== null && header.index === 0
  const { column } = header
  const words = flexRender(column.columnDef.header, header.getContext())
  const direction = column.getIsSorted()
  const Icon = direction === false ? ChevronsUpDown : directions[direction].icon

  return (
    <th
      role="columnheader"
      scope="col"
      // The checkbox in it is no part of the column's name.
      aria-label={selectsPage && typeof column.columnDef.header === 'string' ? column.columnDef.header : undefined}
      aria-sort={direction === false ? undefined : directions[direction].sort}
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
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className="-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-md px-1.5 hover:bg-surface-strong hover:text-ink"
        >
          {words}
          <Icon className={clsx('size-3.5', direction === false && 'text-ink-subtle')} aria-hidden="true" />
        </button>
      ) : (
        words
      )}
    </th>
  )
}
