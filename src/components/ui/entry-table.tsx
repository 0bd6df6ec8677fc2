import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'
import { Fold } from './fold'

export interface EntryColumn<Row> {
  header: string
  align?: 'end'
  wide?: boolean
  /**
   * In a block it is there once the block is opened, or never where the first column says it there. With such columns blocks
   * are folded at first: what follows the first column stands in one line each.
   */
  inBlock?: 'opened' | 'never'
  cell: (row: Row) => ReactNode
}

interface EntryTableProps<Row> {
  label: string
  columns: readonly EntryColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
}

/** A value of a block that is folded: its first line, behind its label. */
const BRIEF =
  '@max-xl:folded:flex @max-xl:folded:max-h-5 @max-xl:folded:items-baseline @max-xl:folded:gap-x-1.5 @max-xl:folded:overflow-hidden @max-xl:folded:whitespace-nowrap @max-xl:folded:*:nth-[n+2]:hidden'

const placesInBlock = { opened: '@max-xl:folded:hidden', never: '@max-xl:hidden' }

/** The first field of a foldable block; it needs no label. */
const TITLE = 'col-span-2 min-h-6 pr-9 @max-xl:before:hidden @max-xl:folded:max-h-10 @max-xl:folded:overflow-hidden @xl:pr-3'

/** A plain table of what happened. Where it would be too narrow, as on a phone, each row is a block of labelled values, and the labels are read out too. */
export function EntryTable<Row>({ label, columns, rows, rowId }: EntryTableProps<Row>) {
  const folds = columns.some(({ inBlock }) => inBlock !== undefined)
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
            <tr
              key={rowId(row)}
              role="row"
              data-foldable={folds ? '' : undefined}
              className={clsx(
                'grid grid-cols-2 gap-x-4 align-top @xl:table-row',
                folds ? 'relative gap-y-1 py-2' : 'gap-y-2 py-3 first:pt-0 last:pb-0',
              )}
            >
              {columns.map(({ header, align, wide = false, inBlock, cell }, index) => (
                <td
                  key={header}
                  role="cell"
                  data-label={header}
                  className={clsx(
                    'text-ink before:block before:text-xs before:text-ink-muted before:content-[attr(data-label)] @max-xl:empty:hidden',
                    '@xl:px-3 @xl:py-2.5 @xl:before:hidden',
                    align === 'end' && 'whitespace-nowrap tabular-nums @xl:text-right',
                    wide && 'col-span-2',
                    folds && (index === 0 ? TITLE : inBlock ? placesInBlock[inBlock] : BRIEF),
                  )}
                >
                  {folds && index === 0 && <Fold className="@xl:hidden" />}
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
