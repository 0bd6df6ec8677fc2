import type { ReactNode } from 'react'
import { ListToolbar } from './list-panel'
import { SearchBar } from './search-bar'
import { SelectMenu } from './select-menu'
import type { AdminListView, ListView } from './use-admin-list'

interface FilterToolbarProps<Sort extends string> {
  /** What the rows are, for example 'orders'. */
  noun: string
  view: AdminListView & { input: ListView & { sort: Sort } }
  /** The procedure's sorts, as people read them. */
  sorts: Readonly<Record<Sort, string>>
  /** There is a sort that no column header has. */
  sortsBeyondColumns?: boolean
  /** The list's filters. */
  children: ReactNode
}

/** Search, filters and, where there are no column headers to sort by, the sort. */
export function FilterToolbar<Sort extends string>({ noun, view, sorts, sortsBeyondColumns = false, children }: FilterToolbarProps<Sort>) {
  return (
    <ListToolbar>
      <SearchBar label={`Search ${noun}...`} value={view.input.search ?? ''} onSearch={view.search} />
      {children}
      <SelectMenu<string>
        label="Sort by"
        options={Object.entries<string>(sorts).map(([value, label]) => ({ value, label }))}
        value={view.input.sort}
        onChange={(sort) => view.show({ sort })}
        className={sortsBeyondColumns ? 'flex-1 basis-40 @3xl:flex-none' : 'flex-1 basis-40 @3xl:hidden'}
      />
    </ListToolbar>
  )
}
