import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'

interface EntryColumn<Row> {
  header: string
  align?: 'end'
  wide?: boolean
  cell: (row: Row) => ReactNode
}

interface EntryTableProps<Row> {
  label: string
  columns: readonly EntryColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
}

/** Becomes a block of labelled values for each row where a table would be too narrow, as on a phone. */
export function EntryTable<Row>({ label, columns, rows, rowId }: EntryTableProps<Row>) {
  return (
    <div className="@container">
      {/* Browsers drop the table roles where CSS lays the table out as blocks. */}
      <table role="table" aria-label={label} className="block w-full text-left text-sm @xl:table">
        <thead role="rowgroup" className="hidden text-xs text-ink-muted @xl:table-header-group">
          <tr role="row">
            {columns.map(({ header, align }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className={clsx('border-b border-line px-3 py-2 font-semibold whitespace-nowrap', align === 'end' && 'text-right')}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y divide-line @xl:table-row-group">
          {rows.map((row) => (
            <tr key={rowId(row)} role="row" className="grid grid-cols-2 gap-x-4 gap-y-2 py-3 align-top first:pt-0 last:pb-0 @xl:table-row">
              {columns.map(({ header, align, wide = false, cell }) => (
                <td
                  key={header}
                  role="cell"
                  data-label={header}
                  className={clsx(
                    'text-ink before:block before:text-xs before:text-ink-muted before:content-[attr(data-label)] @max-xl:empty:hidden',
                    '@xl:px-3 @xl:py-2.5 @xl:before:hidden',
                    align === 'end' && 'whitespace-nowrap tabular-nums @xl:text-right',
                    wide && 'col-span-2',
                  )}
                >
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
