import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { useFailureNotice } from '~/components/ui/notify'
import { ChoiceFilters, FlagFilters, type ListChoice, type ListFlag } from './flag-filters'
import { ListPanel, ListToolbar } from './list-panel'
import { ListRows, type ListRowsProps } from './list-rows'
import { SearchBar } from './search-bar'
import { SelectMenu } from './select-menu'
import { Selection, type SelectionState } from './selection'
import type { AdminListView, ListView } from './use-admin-list'

/** The parts of a list's query that its screen reads. */
export type ListQuery<List> = Pick<
  UseQueryResult<List, unknown>,
  'data' | 'error' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>

interface ListSectionProps<Row, Sort extends string> extends Pick<ListRowsProps<Row>, 'noun' | 'columns' | 'list' | 'firstStep'> {
  messages: { loadFailed: string; none: string; noneMatch: string }
  query: ListQuery<unknown>
  view: AdminListView & { input: ListView & { sort?: Sort | undefined } }
  /** The procedure's sorts, as people read them. */
  sorts?: Readonly<Record<Sort, string>> | undefined
  /** There is a sort that no column header has. */
  sortsBeyondColumns?: boolean | undefined
  /** Filters of which one value can be chosen, and those that are on or off. */
  choices?: readonly ListChoice[] | undefined
  flags?: readonly ListFlag[] | undefined
  filter?: ReactNode
  /** For a list whose rows can be selected, with the bar that says what can be done with them. */
  selection?: SelectionState | undefined
  bar?: ReactNode
  /** The list's own element, for a screen that brings the focus there. */
  panel?: Ref<HTMLDivElement> | undefined
  /** Another look at the records, below the toolbar in the place of the rows. */
  board?: ReactNode
}

/** A list with its toolbar: search, filters, sort, rows and pages, or that it could not be loaded. */
export function ListSection<Row extends { id: string }, Sort extends string>({
  noun,
  messages: { loadFailed, ...texts },
  query,
  view,
  sorts,
  sortsBeyondColumns = false,
  choices = [],
  flags = [],
  filter,
  selection,
  bar,
  panel,
  board,
  ...rows
}: ListSectionProps<Row, Sort>) {
  useFailureNotice(query.error, loadFailed)
  const { input } = view
  if (query.isError && !query.data) return <LoadFailure message={loadFailed} query={query} />
  return (
    <Selection value={selection ?? null}>
      <ListPanel panel={panel}>
        <ListToolbar
          search={<SearchBar label={`Search ${noun}...`} value={input.search ?? ''} onSearch={view.search} />}
          chips={flags.length > 0 && <FlagFilters flags={flags} view={input} onShow={view.show} />}
        >
          <ChoiceFilters choices={choices} view={input} onShow={view.show} />
          {filter}
          {sorts && (
            <SelectMenu<string>
              label="Sort by"
              options={Object.entries<string>(sorts).map(([value, label]) => ({ value, label }))}
              value={input.sort ?? ''}
              onChange={(sort) => view.show({ sort })}
              className={sortsBeyondColumns ? 'w-40' : 'w-40 @3xl:hidden'}
            />
          )}
        </ListToolbar>
        {bar}
        {!board && (
          <ListRows
            {...rows}
            {...texts}
            noun={noun}
            view={view}
            sort={input.sort ?? ''}
            loading={query.isPlaceholderData}
            onShowAll={() => void view.showAll()}
          />
        )}
      </ListPanel>
      {board}
    </Selection>
  )
}

interface ListScreenProps<Row, Sort extends string> extends ListSectionProps<Row, Sort> {
  title: string
  subtitle: string
  /** `isLow`: much stands between title and rows. */
  header?: 'dense' | 'isLow'
  /** Figures and buttons at the end of the title's row. */
  actions?: ReactNode
  /** Stands between title and list. */
  children?: ReactNode
}

/** The screen of a list of the back office: title, figures, main action, and the list (requirements §8). */
export const ListScreen = <Row extends { id: string }, Sort extends string>({
  title,
  subtitle,
  header = 'dense',
  actions,
  children,
  ...list
}: ListScreenProps<Row, Sort>) => (
  <>
    <ScreenHeader title={title} subtitle={subtitle} dense isLow={header === 'isLow'}>
      {actions}
    </ScreenHeader>
    {children}
    <ListSection {...list} />
  </>
)
