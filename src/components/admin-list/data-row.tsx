import { clsx } from 'clsx'
import { useContext } from 'react'
import type { ListColumn } from './columns'
import { SelectRow, Selection } from './selection'

interface DataRowProps<Row> {
  id: string
  row: Row
  columns: readonly ListColumn<Row>[]
}

/** Where a column's value stands on the card of narrow screens. */
const places = {
  title: 'order-first col-span-full pr-12',
  half: 'order-1 col-span-2',
  short: 'order-2',
  foot: 'order-3 col-span-full',
  corner: 'absolute top-2.5 right-2 order-2 @3xl:static',
}

/** One record: a row of the table, or a card whose values carry their column's name. */
export function DataRow<Row>({ id, row, columns }: DataRowProps<Row>) {
  const selectable = useContext(Selection) !== null
  return (
    <tr
      role="row"
      tabIndex={-1}
      className="relative grid grid-cols-4 gap-x-3 gap-y-2.5 p-4 -outline-offset-2 transition-colors hover:bg-surface-muted @3xl:table-row"
    >
      {columns.map(({ id: columnId, header, align, card, cell }, index) => {
        const labelled = card === undefined || card === 'half'
        return (
          <td
            key={columnId}
            role="cell"
            data-label={labelled ? header : undefined}
            className={clsx(
              'min-w-0 @3xl:px-4 @3xl:py-2',
              places[card ?? 'short'],
              // On a card the column's name is drawn, not written: the cell's text stays its value alone.
              labelled &&
                "before:mb-0.5 before:block before:text-xs before:text-ink-subtle before:content-[attr(data-label)_/_''] @3xl:before:hidden",
              align === 'end' && 'tabular-nums @3xl:text-right',
            )}
          >
            {selectable && index === 0 ? (
              <div className="flex items-center gap-3">
                <SelectRow id={id} />
                <div className="min-w-0">{cell(row)}</div>
              </div>
            ) : (
              cell(row)
            )}
          </td>
        )
      })}
    </tr>
  )
}
