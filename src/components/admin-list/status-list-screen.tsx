import { statusLabels } from '~/lib/status-labels'
import { type ReactNode, useMemo } from 'react'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { useFailureNotice } from '~/components/ui/notify'
import { capitalised } from '~/lib/text'
import { recordMessages } from '~/lib/records'
import { FilterToolbar, SearchBar } from './filter-toolbar'
import { ChoiceFilters, FlagFilters } from './flag-filters'
import { HeaderFigures, StatusCounts } from './status-counts'
import { ListPanel, ListToolbar } from './list-panel'
import { ListRows } from './list-rows'
import { Selection } from './selection'
import { StatusFilter } from './select-menu'
import type { StatusBoardProps, StatusListDefinition, StatusListPage, StatusRecords, StatusRow } from './status-records'
import type { AdminListView, ListView } from './use-admin-list'
import { useDetails } from './use-dialogs'
import { useStatusBulk } from './use-status-bulk'
import { useAskedChange } from './use-asked-change'
import { useStatusChange } from './use-status-change'

export interface StatusListScreenProps<Row extends StatusRow, List extends StatusListPage<Row>> {
  definition: StatusListDefinition<Row, List>
  records: StatusRecords<Row, List>
  view: AdminListView & { input: ListView & { status?: Row['status'] | undefined; sort: string } }
  /** Buttons beside the totals: what can be begun here. */
  actions?: ReactNode
  /** Another look at the records instead of the list: below search and flags, in the place of counts and rows. */
  board?: ((board: StatusBoardProps<Row>) => ReactNode) | undefined
}

/** The list of a noun whose rows have a status: totals, a card for each status, search, filter, rows, work on many, details. */
export function StatusListScreen<Row extends StatusRow, List extends StatusListPage<Row>>({
  definition,
  records,
  view,
  actions,
  board,
}: StatusListScreenProps<Row, List>) {
  const { noun, title, subtitle, figures, statuses, icons, tones, Details } = definition
  const { list } = records
  const { data } = list
  const messages = recordMessages(noun)
  useFailureNotice(list.error, messages.loadFailed)
  const { shown, change, dialog } = useStatusChange<Row, Row['status']>({
    label: 'Status',
    subject: `this ${noun.one}`,
    name: definition.name,
    read: (row) => row.status,
    write: (row, status) => ({ ...row, status }),
    save: records.save,
    reload: records.reload,
    onStored: records.onSaved,
    done: messages.statusUpdated,
    failed: messages.statusFailed,
  })
  const details = useDetails()
  const { open } = details
  const { askedChange, question } = useAskedChange(change, records.askFirst)
  const rowActions = useMemo(() => ({ onStatus: askedChange, onDetails: ({ id }: Row) => open(id) }), [askedChange, open])
  const columns = useMemo(() => definition.columns(rowActions), [definition, rowActions])
  const { flags = [], choices: choicesOf = [] } = definition
  const filters = [...flags.map(({ key }) => key), ...choicesOf.map(({ key }) => key)]
  const chips = flags.length > 0 && <FlagFilters flags={flags} view={view.input} onShow={view.show} />
  const choices = <ChoiceFilters choices={choicesOf} view={view.input} onShow={view.show} />
  const { selection, bar } = useStatusBulk(definition, records, view.input)
  const unknown = list.isError ? '–' : undefined

  return (
    <>
      <ScreenHeader title={title} subtitle={subtitle} dense isLow>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
          <HeaderFigures
            label={figures.label}
            items={figures.items.map(({ label, read }) => ({ label, value: data ? read(data) : unknown }))}
          />
          {actions}
        </div>
      </ScreenHeader>
      {!board && (
        <StatusCounts
          label={`${capitalised(noun.many)} by status`}
          items={statuses.map((status: Row['status']) => ({
            label: statusLabels[status],
            value: data?.counts[status] ?? unknown,
            icon: icons[status],
            tone: tones[status],
            isShown: view.input.status === status,
            href: view.address({ status: view.input.status === status ? undefined : status }),
          }))}
        />
      )}
      {list.isError && !data ? (
        <LoadFailure message={messages.loadFailed} query={list} />
      ) : board ? (
        <>
          <ListPanel>
            <ListToolbar
              search={<SearchBar label={`Search ${noun.many}...`} value={view.input.search ?? ''} onSearch={view.search} />}
              chips={chips}
            >
              {choices}
            </ListToolbar>
          </ListPanel>
          {board({ ...rowActions, shown })}
        </>
      ) : (
        <Selection value={selection}>
          <ListPanel>
            <FilterToolbar
              noun={noun.many}
              view={view}
              sorts={definition.sorts}
              sortsBeyondColumns={definition.sortsBeyondColumns}
              chips={chips}
            >
              <StatusFilter
                label="Filter by status"
                allLabel="All Statuses"
                options={statuses.map((value: Row['status']) => ({ value, label: statusLabels[value] }))}
                value={view.input.status}
                onChange={(status) => view.show({ status })}
              />
              {choices}
            </FilterToolbar>
            {bar}
            <ListRows
              noun={noun.many}
              columns={columns}
              view={view}
              sort={view.input.sort}
              list={data && { ...data, rows: data.rows.map(shown) }}
              loading={list.isPlaceholderData}
              none={messages.none}
              noneMatch={messages.noneMatch}
              onShowAll={() =>
                view.show({ search: undefined, status: undefined, ...Object.fromEntries(filters.map((key) => [key, undefined])) })
              }
            />
          </ListPanel>
        </Selection>
      )}
      {details.id !== undefined && (
        <Details
          noun={noun}
          name={definition.name}
          id={details.id}
          known={data?.rows.find(({ id }) => id === details.id)}
          onClose={details.close}
        />
      )}
      {dialog}
      {question}
    </>
  )
}
