import { Button } from '~/components/ui/button'
import type { ListPage } from '~/contracts/list'
import { capitalised } from '~/lib/capitalised'
import { DataTable } from './data-table'
import { EmptyList } from './empty-list'
import type { ListColumn } from './list-column'
import { Pagination } from './pagination'
import type { AdminListView } from './use-admin-list'

interface ListRowsProps<Row> {
  /** What the rows are, for example 'orders'. */
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
  /** What to do where the list is empty. */
  firstStep?: string
  /** Takes search and filters away. */
  onShowAll: () => void
}

/** What stands below a list's toolbar: its rows and pages, or the words for none. */
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
