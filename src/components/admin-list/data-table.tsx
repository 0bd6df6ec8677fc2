import { Skeleton } from '~/components/ui/loading'
import { clsx } from 'clsx/lite'
import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from '~/components/icons/lucide'
import { useContext, useEffect, useRef, useState } from 'react'
import { IconButton } from '~/components/ui/icon-button'
import { useMedia } from '~/lib/use-media'
import { type ListColumn, useShownColumns } from './columns'
import { Selection, SelectPage, SelectRow } from './selection'
import { useTableKeys } from './use-table-keys'

interface DataRowProps<Row> {
  id: string
  row: Row
  columns: readonly ListColumn<Row>[]
}

/** A value on a closed card: its first line, and no more. */
const BRIEF =
  'empty:hidden @3xl:empty:table-cell max-h-7 overflow-hidden text-ellipsis whitespace-nowrap not-focus-within:*:nth-[n+2]:hidden focus-within:max-h-none focus-within:overflow-visible @3xl:max-h-none @3xl:overflow-visible @3xl:whitespace-normal @3xl:*:nth-[n+2]:block ' +
  // Somebody without a name is known by the line below it.
  '@max-3xl:not-focus-within:has-data-unnamed:*:first:hidden @max-3xl:not-focus-within:has-data-unnamed:*:nth-2:block'

/** The text below the title of a closed card keeps to one line. */
const CLOSED_TITLE = '[&_span]:flex-nowrap overflow-hidden max-h-12 @3xl:max-h-none @3xl:overflow-visible'

/** Places of a column's value on the card of narrow screens. */
const places = {
  title: 'order-first col-span-full pr-12 @3xl:pr-2',
  half: 'order-1 col-span-2',
  short: 'order-2',
  foot: 'order-3 col-span-full',
  corner: 'absolute top-2.5 right-2 order-2 @3xl:static',
}

/** Windows in which a list may be narrow enough for cards; wider ones have none, whatever stands beside the list. */
const MAY_HAVE_CARDS = '(width < 70rem)'

/** One record: a row of the table, or a card whose values carry their column's name. A card is closed at first: its title and what is brief. */
function DataRow<Row>({ id, row, columns }: DataRowProps<Row>) {
  const selectable = useContext(Selection) !== null
  const mayBeCard = useMedia(MAY_HAVE_CARDS)
  const [isOpen, setOpen] = useState(false)
  const isClosed = mayBeCard && !isOpen
  // On an open card the column in the corner has a button of its own there.
  const hasCorner = !isClosed && columns.some(({ card }) => card === 'corner')
  return (
    <tr
      role="row"
      tabIndex={-1}
      data-closed={isClosed ? '' : undefined}
      className={clsx(
        'relative grid grid-cols-4 gap-x-3 -outline-offset-2 transition-colors hover:bg-surface-muted @3xl:table-row',
        isClosed ? 'gap-y-0.5 px-4 py-2' : 'gap-y-2.5 p-4',
        // The name of the row is a link over all of it; what else can be pressed stands above that.
        '[&_:is(a,button,select,label,input):not([data-opens-row])]:z-1 [&_:is(a,button,select,label):not([data-opens-row])]:relative',
      )}
    >
      {columns.map(({ id: columnId, header, align, card, brief = false, cell }, index) => {
        const labelled = card === undefined || card === 'half'
        const isTitle = card === 'title'
        return (
          <td
            key={columnId}
            role="cell"
            data-label={labelled ? header : undefined}
            className={clsx(
              'min-w-0 @3xl:px-2 @3xl:py-0.75 @3xl:leading-4.5',
              places[card ?? 'short'],
              isClosed && !isTitle && (brief ? BRIEF : 'hidden @3xl:table-cell'),
              isClosed && isTitle && CLOSED_TITLE,
              isClosed &&
                brief === 'named' &&
                "flex items-baseline before:mr-1.5 before:text-xs before:text-ink-subtle before:content-[attr(data-label)_/_''] @3xl:table-cell @3xl:before:hidden",
              // On a card the column's name is drawn, not written: the cell's text stays its value alone.
              labelled &&
                !(isClosed && brief) &&
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
            {isTitle && mayBeCard && (
              <IconButton
                label={isOpen ? 'Show less' : 'Show more'}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className={clsx('absolute! top-1 text-ink-muted @3xl:hidden', hasCorner ? 'right-12' : 'right-2')}
              >
                <ChevronDown className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} aria-hidden="true" />
              </IconButton>
            )}
          </td>
        )
      })}
    </tr>
  )
}

const ROWS = 14

/** Rows in the shape of those to come; nothing to read yet, so assistive tools pass over them. */
function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: ROWS }, (_, row) => (
    <tr key={row} aria-hidden="true" className="grid grid-cols-4 gap-x-3 gap-y-4 p-4 @3xl:table-row">
      {Array.from({ length: columns }, (__, column) => (
        <td key={column} className="first:col-span-full @3xl:px-2.5 @3xl:py-3">
          <Skeleton className="h-4 w-full max-w-32" />
        </td>
      ))}
    </tr>
  ))
}

const icons = { ascending: ArrowUp, descending: ArrowDown }

interface SortHeaderProps<Row> {
  column: ListColumn<Row>
  isFirst: boolean
  /** The list's sort as its address and its procedure name it: a column's id, with '-' before it from high to low. */
  sort: string
  onSort: (sort: string) => void
}

/** A column's header; where the column sorts it is a button that says which way. Pressed again it sorts the other way. */
function SortHeader<Row>({ column: { id, header, align, sort: firstWay }, isFirst, sort, onSort }: SortHeaderProps<Row>) {
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
        'border-b border-line px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-ink-muted',
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
          className="-mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-md px-1.5 hover:bg-surface-strong hover:text-ink"
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

interface DataTableProps<Row> {
  /** The table's accessible name: the record type in the plural, for example 'Machines'. */
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
