import type { ReactNode } from 'react'
import { DataTable } from '~/components/admin-list/data-table'
import { EmptyList } from '~/components/admin-list/empty-list'
import type { ListColumn } from '~/components/admin-list/list-column'
import { ListPanel } from '~/components/admin-list/list-panel'
import { Pagination } from '~/components/admin-list/pagination'
import { Button } from '~/components/ui/button'
import type { Machine } from '~/contracts/machines'
import type { RouterOutputs } from '~/trpc/client'
import { MachineToolbar } from './machine-toolbar'
import { machineWords } from './machine-words'
import type { MachineView } from './use-machine-list'

interface MachineTableProps {
  view: MachineView
  /** Undefined while the first page is being loaded. */
  list: RouterOutputs['machines']['list'] | undefined
  columns: readonly ListColumn<Machine>[]
  /** True while other rows than those shown are on their way. */
  loading: boolean
  /** What can be done with selected rows. */
  bar: ReactNode
}

/** The catalogue's rows with search, filter, sort and pages. */
export function MachineTable({ view, list, columns, loading, bar }: MachineTableProps) {
  return (
    <ListPanel>
      <MachineToolbar view={view} />
      {bar}
      {list?.rows.length !== 0 && (
        <DataTable
          label="Machines"
          columns={columns}
          rows={list?.rows}
          rowId={(machine) => machine.id}
          sort={view.input.sort}
          onSort={(sort) => view.show({ sort })}
          aria-busy={loading}
        />
      )}
      <div aria-live="polite">
        {list?.total === 0 && (
          <EmptyList text={machineWords.none}>
            <p className="text-sm text-ink-muted">Add the first one with the button above.</p>
          </EmptyList>
        )}
        {list?.rows.length === 0 && list.total > 0 && (
          <EmptyList text={machineWords.noneMatch}>
            <Button variant="secondary" size="sm" onClick={() => view.show({ search: undefined, status: undefined })}>
              Show all machines
            </Button>
          </EmptyList>
        )}
      </div>
      {list && list.rows.length > 0 && (
        <Pagination
          noun="machines"
          page={view.page}
          list={list}
          previousKnown={view.previousKnown}
          onPrevious={view.previous}
          onNext={view.next}
        />
      )}
    </ListPanel>
  )
}
