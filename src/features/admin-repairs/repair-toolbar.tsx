import { ListToolbar } from '~/components/admin-list/list-panel'
import { SearchBar } from '~/components/admin-list/search-bar'
import { SelectMenu } from '~/components/admin-list/select-menu'
import { StatusFilter } from '~/components/admin-list/status-filter'
import { repairSorts } from '~/contracts/repairs'
import { repairStatuses } from '~/contracts/statuses'
import { capitalised } from '~/lib/capitalised'
import type { RepairView } from './use-repair-list'

const statusOptions = repairStatuses.map((value) => ({ value, label: capitalised(value) }))

const sortLabels: Record<(typeof repairSorts)[number], string> = { '-created': 'Newest first', created: 'Oldest first' }
const sortOptions = repairSorts.map((value) => ({ value, label: sortLabels[value] }))

/** Search, status and, where there are no column headers to sort by, the sort. */
export function RepairToolbar({ view }: { view: RepairView }) {
  return (
    <ListToolbar>
      <SearchBar label="Search repairs..." value={view.input.search ?? ''} onSearch={view.search} />
      <StatusFilter
        label="Filter by status"
        allLabel="All Statuses"
        options={statusOptions}
        value={view.input.status}
        onChange={(status) => view.show({ status })}
      />
      <SelectMenu
        label="Sort by"
        options={sortOptions}
        value={view.input.sort}
        onChange={(sort) => view.show({ sort })}
        className="flex-1 basis-40 @3xl:hidden"
      />
    </ListToolbar>
  )
}
