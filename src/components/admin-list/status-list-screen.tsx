import { type ReactNode, useMemo } from 'react'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { useFailureNotice } from '~/components/ui/notify'
import { capitalised } from '~/lib/text'
import { recordMessages } from '~/lib/records'
import { FilterToolbar, SearchBar } from './filter-toolbar'
import { HeaderFigures, StatusCounts } from './status-counts'
import { ListPanel, ListToolbar } from './list-panel'
import { ListRows } from './list-rows'
import { Selection } from './selection'
import { StatusFilter } from './select-menu'
import type { ListFlag, StatusBoardProps, StatusListDefinition, StatusListPage, StatusRecords, StatusRow } from './status-records'
import type { AdminListView, ListView } from './use-admin-list'
import { useDetails } from './use-dialogs'
import { useStatusBulk } from './use-status-bulk'
import { useStatusChange } from './use-status-change'
import { toolButton } from './tool-popover'

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
  const { noun, title, subtitle, figures, statuses, icons, Details } = definition
  const { list } = records
  const { data } = list
  const messages = recordMessages(noun)
  useFailureNotice(list.error, messages.loadFailed)
  const { shown, change, dialog } = useStatusChange<Row, Row['status']>({
    label: 'Status',
    subject: `this ${noun.one}`,
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
  const rowActions = useMemo(() => ({ onStatus: change, onDetails: ({ id }: Row) => open(id) }), [change, open])
  const columns = useMemo(() => definition.columns(rowActions), [definition, rowActions])
  const flags = definition.flags ?? []
  const { selection, bar } = useStatusBulk(definition, records, view.input)
  const unknown = list.isError ? '–' : undefined

  return (
    <>
      <ScreenHeader title={title} subtitle={subtitle}>
        <div className="flex flex-wrap items-end gap-4">
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
            label: capitalised(status),
            value: data?.counts[status] ?? unknown,
            icon: icons[status],
          }))}
        />
      )}
      {list.isError && !data ? (
        <LoadFailure message={messages.loadFailed} query={list} />
      ) : board ? (
        <>
          <ListPanel>
            <ListToolbar>
              <SearchBar label={`Search ${noun.many}...`} value={view.input.search ?? ''} onSearch={view.search} />
              <FlagFilters flags={flags} view={view.input} onShow={view.show} />
            </ListToolbar>
          </ListPanel>
          {board({ ...rowActions, shown })}
        </>
      ) : (
        <Selection value={selection}>
          <ListPanel>
            <FilterToolbar noun={noun.many} view={view} sorts={definition.sorts} sortsBeyondColumns={definition.sortsBeyondColumns}>
              <StatusFilter
                label="Filter by status"
                allLabel="All Statuses"
                options={statuses.map((value: Row['status']) => ({ value, label: capitalised(value) }))}
                value={view.input.status}
                onChange={(status) => view.show({ status })}
              />
              <FlagFilters flags={flags} view={view.input} onShow={view.show} />
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
                view.show({ search: undefined, status: undefined, ...Object.fromEntries(flags.map(({ key }) => [key, undefined])) })
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
    </>
  )
}

interface FlagFiltersProps {
  flags: readonly ListFlag[]
  /** The list's input. */
  view: object
  onShow: (changes: Record<string, string | undefined>) => void
}

/** Filters that are on or off. */
function FlagFilters({ flags, view, onShow }: FlagFiltersProps) {
  const values = new Map<string, unknown>(Object.entries(view))
  return flags.map(({ key, value, label }) => {
    const isOn = values.get(key) === value
    return (
      <button
        key={key}
        type="button"
        aria-pressed={isOn}
        onClick={() => onShow({ [key]: isOn ? undefined : value })}
        className={`${toolButton} aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-ink`}
      >
        {label}
      </button>
    )
  })
}
