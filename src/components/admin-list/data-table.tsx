import { useEffect, useRef } from 'react'
import { DataRow } from './data-row'
import type { ListColumn } from './list-column'
import { SkeletonRows } from './skeleton-rows'
import { SortHeader } from './sort-header'
import { useShownColumns } from './use-columns'
import { useTableKeys } from './use-table-keys'

interface DataTableProps<Row> {
  /** What the rows are, for example 'Machines': the table's accessible name. */
  label: string
  /** A constant, not made anew for each render. */
  columns: readonly ListColumn<Row>[]
  /** Undefined while the first page is being loaded. */
  rows: Row[] | undefined
  rowId: (row: Row) => string
  /** The list's sort: a column's id, with '-' before it from high to low. */
  sort: string
  onSort: (sort: string) => void
  /** True while other rows are on their way. */
  'aria-busy'?: boolean
}

/**
 * A list's rows: a table that scrolls in its own region, and in a narrow place a card for each row.
 * The roles are written out because a table that is drawn as cards loses its own.
 */
export function DataTable<Row>({ label, columns: allColumns, rows, rowId, sort, onSort, 'aria-busy': busy }: DataTableProps<Row>) {
  const columns = useShownColumns(allColumns)

  // A row that leaves the list, for example with a status that is filtered out, takes the focus along:
  // it then stays with the table instead of starting anew at the top of the page.
  const region = useRef<HTMLDivElement>(null)
  useTableKeys(region)
  const focusIsInside = useRef(false)
  useEffect(() => {
    if (focusIsInside.current && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [rows])

  return (
    <div
      ref={region}
      role="region"
      aria-label={`${label} table`}
      tabIndex={0}
      onFocus={() => (focusIsInside.current = true)}
      onBlur={() => (focusIsInside.current = false)}
      className="overflow-x-auto -outline-offset-2"
    >
      <table
        role="table"
        aria-label={label}
        aria-busy={rows === undefined || busy}
        className="block w-full text-left text-sm transition-opacity @3xl:table"
      >
        <thead role="rowgroup" className="hidden bg-surface-muted @3xl:table-header-group">
          <tr role="row">
            {columns.map((column, index) => (
              <SortHeader key={column.id} column={column} isFirst={index === 0} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y divide-line @3xl:table-row-group">
          {rows === undefined && <SkeletonRows columns={columns.length} />}
          {rows?.map((row) => (
            <DataRow key={rowId(row)} id={rowId(row)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
