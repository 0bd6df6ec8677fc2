import { Search } from '~/components/icons/lucide'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useExternalChange } from '~/lib/use-external-change'
import { ListToolbar } from './list-panel'
import { SelectMenu } from './select-menu'
import type { AdminListView, ListView } from './use-admin-list'

/** Milliseconds after the last key before a search runs. */
const PAUSE = 250

interface SearchBarProps {
  /** The placeholder and the accessible name, for example 'Search machines...'. */
  label: string
  /** The search that the list shows. */
  value: string
  /** Resolves once the list shows it. */
  onSearch: (text: string) => Promise<unknown>
}

/** A search box that searches by itself, a moment after the last key or at once with Enter. */
export function SearchBar({ label, value, onSearch }: SearchBarProps) {
  const [typed, setTyped] = useState(value)
  const ask = useExternalChange(value, () => setTyped(value))
  const send = () => {
    const text = typed.trim()
    ask(text, () => onSearch(text))
  }
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => sendLater(), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <div className="relative min-w-0 flex-1 basis-full @3xl:basis-44">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-subtle" aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send()
        }}
        className="field pl-9 sm:min-h-9 sm:py-1 sm:text-sm"
      />
    </div>
  )
}

interface FilterToolbarProps<Sort extends string> {
  /** The rows' noun, for example 'orders'. */
  noun: string
  view: AdminListView & { input: ListView & { sort: Sort } }
  /** The procedure's sorts, as people read them. */
  sorts: Readonly<Record<Sort, string>>
  /** There is a sort that no column header has. */
  sortsBeyondColumns?: boolean | undefined
  /** The list's filters. */
  children: ReactNode
  /** Those that are on or off. */
  chips?: ReactNode
}

/** Search, filters and, where there are no column headers to sort by, the sort. */
export function FilterToolbar<Sort extends string>({
  noun,
  view,
  sorts,
  sortsBeyondColumns = false,
  children,
  chips,
}: FilterToolbarProps<Sort>) {
  return (
    <ListToolbar search={<SearchBar label={`Search ${noun}...`} value={view.input.search ?? ''} onSearch={view.search} />} chips={chips}>
      {children}
      <SelectMenu<string>
        label="Sort by"
        options={Object.entries<string>(sorts).map(([value, label]) => ({ value, label }))}
        value={view.input.sort}
        onChange={(sort) => view.show({ sort })}
        className={sortsBeyondColumns ? 'w-40' : 'w-40 @3xl:hidden'}
      />
    </ListToolbar>
  )
}
