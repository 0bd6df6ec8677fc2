import { ChevronLeft, ChevronRight, SearchX } from '~/components/icons/lucide'
import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import { type ListPage, PAGE_SIZE } from '~/contracts/list-page'
import { capitalised } from '~/lib/text'
import { DataTable } from './data-table'
import type { ListColumn } from './columns'
import type { AdminListView } from './use-admin-list'

/** Stands in the place of rows that are not there: the requirements' words, and the next step as a button. */
function EmptyList({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <SearchX className="size-8 text-ink-subtle" aria-hidden="true" />
      <p className="font-medium text-ink">{text}</p>
      {children}
    </div>
  )
}

interface PaginationProps {
  /** The counted record type, for example 'machines'. */
  noun: string
  page: number
  list: Pick<ListPage<unknown, unknown>, 'rows' | 'nextCursor' | 'matching' | 'matchingIsLeast' | 'total'>
  /** False where the way back is unknown: the button then leads to the first page. */
  previousKnown: boolean
  onPrevious: () => void
  onNext: (cursor: string) => void
}

const number = new Intl.NumberFormat('en-GB')

/** Which rows are shown of how many, and the ways to the others. */
function Pagination({ noun, page, list, previousKnown, onPrevious, onNext }: PaginationProps) {
  const first = (page - 1) * PAGE_SIZE + 1
  const last = first + list.rows.length - 1
  const { nextCursor } = list
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm">
      <p aria-live="polite" className="text-ink-muted tabular-nums">
        {number.format(first)}–{number.format(last)} of {list.matchingIsLeast && 'more than '}
        {number.format(list.matching)} {noun}
        {list.matching < list.total && <span className="text-ink-subtle"> ({number.format(list.total)} in all)</span>}
      </p>
      {(page > 1 || nextCursor !== null) && (
        <nav aria-label="Pages" className="flex gap-2">
          <Button variant="secondary" size="sm" onClick={onPrevious} disabled={page === 1}>
            <ChevronLeft className="size-4" aria-hidden="true" />
            {previousKnown || page === 1 ? 'Previous' : 'First page'}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={nextCursor === null}
            onClick={() => {
              if (nextCursor !== null) onNext(nextCursor)
            }}
          >
            Next
            <ChevronRight className="size-4" aria-hidden="true" />
          </Button>
        </nav>
      )}
    </div>
  )
}

export interface ListRowsProps<Row> {
  /** The record type in the plural, for example 'orders'. */
  noun: string
  /** A constant, not made anew for each render. */
  columns: readonly ListColumn<Row>[]
  view: AdminListView
  sort: string
  /** Undefined while the first page is being loaded. */
  list: ListPage<Row, unknown> | undefined
  /** True while other rows than those shown are on their way. */
  loading: boolean
  /** Said when the list is empty, and when the search and the filters leave nothing. */
  none: string
  noneMatch: string
  /** The first step to take, shown while the list is empty. */
  firstStep?: string | undefined
  /** Takes search and filters away. */
  onShowAll: () => void
}

/** Stands below a list's toolbar: its rows and pages, or the words for none. */
export function ListRows<Row extends { id: string }>({ noun, columns, view, sort, list, loading, ...empty }: ListRowsProps<Row>) {
  return (
    <>
      {list?.rows.length !== 0 && (
        <DataTable
          label={capitalised(noun)}
          columns={columns}
          rows={list?.rows}
          rowId={(row) => row.id}
          sort={sort}
          onSort={(next) => view.show({ sort: next })}
          aria-busy={loading}
        />
      )}
      <div aria-live="polite">
        {list?.rows.length === 0 && (
          <EmptyList text={list.total === 0 ? empty.none : empty.noneMatch}>
            {list.total === 0 && empty.firstStep !== undefined && <p className="text-sm text-ink-muted">{empty.firstStep}</p>}
            {list.total > 0 && (
              <Button variant="secondary" size="sm" onClick={empty.onShowAll}>
                Show all {noun}
              </Button>
            )}
          </EmptyList>
        )}
      </div>
      {list && list.rows.length > 0 && (
        <Pagination
          noun={noun}
          page={view.page}
          list={list}
          previousKnown={view.previousKnown}
          onPrevious={view.previous}
          onNext={view.next}
        />
      )}
    </>
  )
}
