import { ListToolbar } from '~/components/admin-list/list-panel'
import { SearchBar } from '~/components/admin-list/search-bar'
import { SelectMenu } from '~/components/admin-list/select-menu'
import { StatusFilter } from '~/components/admin-list/status-filter'
import { orderSorts } from '~/contracts/orders'
import { orderStatuses } from '~/contracts/statuses'
import { capitalised } from '~/lib/capitalised'
import type { OrderView } from './use-order-list'

const statusOptions = orderStatuses.map((value) => ({ value, label: capitalised(value) }))

const sortLabels: Record<(typeof orderSorts)[number], string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  '-amount': 'Amount, high to low',
  amount: 'Amount, low to high',
}
const sortOptions = orderSorts.map((value) => ({ value, label: sortLabels[value] }))

/** Search, status and, where there are no column headers to sort by, the sort. */
export function OrderToolbar({ view }: { view: OrderView }) {
  return (
    <ListToolbar>
      <SearchBar label="Search orders..." value={view.input.search ?? ''} onSearch={view.search} />
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
