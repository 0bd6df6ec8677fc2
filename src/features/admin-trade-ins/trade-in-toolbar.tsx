import { ListToolbar } from '~/components/admin-list/list-panel'
import { SearchBar } from '~/components/admin-list/search-bar'
import { SelectMenu } from '~/components/admin-list/select-menu'
import { StatusFilter } from '~/components/admin-list/status-filter'
import { tradeInSorts } from '~/contracts/trade-ins'
import { tradeInStatuses } from '~/contracts/statuses'
import { capitalised } from '~/lib/capitalised'
import type { TradeInView } from './use-trade-in-list'

const statusOptions = tradeInStatuses.map((value) => ({ value, label: capitalised(value) }))

const sortLabels: Record<(typeof tradeInSorts)[number], string> = { '-created': 'Newest first', created: 'Oldest first' }
const sortOptions = tradeInSorts.map((value) => ({ value, label: sortLabels[value] }))

/** Search, status and, where there are no column headers to sort by, the sort. */
export function TradeInToolbar({ view }: { view: TradeInView }) {
  return (
    <ListToolbar>
      <SearchBar label="Search trade-ins..." value={view.input.search ?? ''} onSearch={view.search} />
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
