import { capitalised } from '~/lib/capitalised'
import { ListToolbar } from './list-panel'
import { SearchBar } from './search-bar'
import { SelectMenu } from './select-menu'
import { StatusFilter } from './status-filter'
import type { StatusListDefinition, StatusListPage, StatusRow } from './status-records'
import type { AdminListView, ListView } from './use-admin-list'

interface StatusListToolbarProps<Row extends StatusRow, List extends StatusListPage<Row>> {
  definition: StatusListDefinition<Row, List>
  view: AdminListView & { input: ListView & { status?: Row['status'] | undefined; sort: string } }
}

/** Search, status and, where there are no column headers to sort by, the sort. */
export function StatusListToolbar<Row extends StatusRow, List extends StatusListPage<Row>>({
  definition: { noun, statuses, sorts },
  view,
}: StatusListToolbarProps<Row, List>) {
  return (
    <ListToolbar>
      <SearchBar label={`Search ${noun.many}...`} value={view.input.search ?? ''} onSearch={view.search} />
      <StatusFilter
        label="Filter by status"
        allLabel="All Statuses"
        options={statuses.map((value: Row['status']) => ({ value, label: capitalised(value) }))}
        value={view.input.status}
        onChange={(status) => view.show({ status })}
      />
      <SelectMenu
        label="Sort by"
        options={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        value={view.input.sort}
        onChange={(sort) => view.show({ sort })}
        className="flex-1 basis-40 @3xl:hidden"
      />
    </ListToolbar>
  )
}
