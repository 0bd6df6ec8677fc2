import type { Row as TableRow } from '@tanstack/react-table'
import { flexRender } from '@tanstack/react-table'
import { cn } from '~/lib/cn'
import type { ListColumn } from './list-column'

interface DataRowProps<Row> {
  row: TableRow<Row>
  columns: ReadonlyMap<string, ListColumn<Row>>
}

/** One record: a row of the table, or a card whose values carry their column's name. */
export function DataRow<Row>({ row, columns }: DataRowProps<Row>) {
  return (
    <tr
      role="row"
      tabIndex={-1}
      className="relative grid grid-cols-4 gap-x-3 gap-y-2.5 p-4 -outline-offset-2 transition-colors hover:bg-surface-muted @3xl:table-row"
    >
      {row.getVisibleCells().map((cell) => {
        const { header, align, card } = columns.get(cell.column.id) ?? {}
        return (
          <td
            key={cell.id}
            role="cell"
            className={cn(
              'order-2 min-w-0 @3xl:px-4 @3xl:py-2',
              align === 'end' && 'tabular-nums @3xl:text-right',
              card === 'title' && 'order-first col-span-full pr-12',
              card === 'half' && 'order-1 col-span-2',
              card === 'foot' && 'order-3 col-span-full',
              card === 'corner' && 'absolute top-2.5 right-2 @3xl:static',
            )}
          >
            {(card === undefined || card === 'half') && (
              <span aria-hidden="true" className="mb-0.5 block text-xs text-ink-subtle @3xl:hidden">
                {header}
              </span>
            )}
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </td>
        )
      })}
    </tr>
  )
}
