import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface EntryColumn<Row> {
  header: string
  align?: 'end'
  cell: (row: Row) => ReactNode
}

interface EntryTableProps<Row> {
  /** The table's accessible name. */
  label: string
  columns: readonly EntryColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
}

/** A plain table of what happened, that scrolls by itself where it is too wide. */
export function EntryTable<Row>({ label, columns, rows, rowId }: EntryTableProps<Row>) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label} className="w-full text-left text-sm">
        <thead className="text-xs text-ink-muted">
          <tr>
            {columns.map(({ header, align }) => (
              <th
                key={header}
                scope="col"
                className={clsx('border-b border-line px-3 py-2 font-semibold whitespace-nowrap', align === 'end' && 'text-right')}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowId(row)} className="align-top">
              {columns.map(({ header, align, cell }) => (
                <td key={header} className={clsx('px-3 py-2.5 text-ink', align === 'end' && 'text-right whitespace-nowrap tabular-nums')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
