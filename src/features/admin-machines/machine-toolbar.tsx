import { ListToolbar } from '~/components/admin-list/list-panel'
import { SearchBar } from '~/components/admin-list/search-bar'
import { SelectMenu } from '~/components/admin-list/select-menu'
import { StatusFilter } from '~/components/admin-list/status-filter'
import { machineSorts, machineStatuses } from '~/contracts/machines'
import { machineStatusLabels } from './machine-words'
import type { MachineView } from './use-machine-list'

const statusOptions = machineStatuses.map((value) => ({ value, label: machineStatusLabels[value] }))

const sortLabels: Record<(typeof machineSorts)[number], string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  value: 'Value, low to high',
  '-value': 'Value, high to low',
}
const sortOptions = machineSorts.map((value) => ({ value, label: sortLabels[value] }))

/** Search, status and, where there are no column headers to sort by, the sort. */
export function MachineToolbar({ view }: { view: MachineView }) {
  return (
    <ListToolbar>
      <SearchBar label="Search machines..." value={view.input.search ?? ''} onSearch={view.search} />
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
