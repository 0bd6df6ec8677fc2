import { ListToolbar } from '~/components/admin-list/list-panel'
import { SearchBar } from '~/components/admin-list/search-bar'
import { SelectMenu } from '~/components/admin-list/select-menu'
import { StatusFilter } from '~/components/admin-list/status-filter'
import type { UserRole } from '~/contracts/statuses'
import type { UserView } from './use-user-list'

const roleOptions = [
  { value: 'admin', label: 'Admins' },
  { value: 'customer', label: 'Customers' },
] as const satisfies { value: UserRole; label: string }[]

const sortOptions = [
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
] as const

/** Search, role and, where there are no column headers to sort by, the sort. */
export function UserToolbar({ view }: { view: UserView }) {
  return (
    <ListToolbar>
      <SearchBar label="Search users..." value={view.input.search ?? ''} onSearch={view.search} />
      <StatusFilter
        label="Filter by role"
        allLabel="All Roles"
        options={roleOptions}
        value={view.input.role}
        onChange={(role) => view.show({ role })}
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
