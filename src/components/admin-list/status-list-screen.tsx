import { statusLabels } from '~/lib/status-labels'
import { type ReactNode, useMemo } from 'react'
import { capitalised } from '~/lib/text'
import { recordMessages } from '~/lib/records'
import { ListScreen } from './list-screen'
import { HeaderFigures, StatusCounts } from './status-counts'
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

/** The list of a record type with a status: totals, a card for each status, search, filter, rows, work on many, details. */
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
  const byStatus = {
    key: 'status',
    label: 'Filter by status',
    all: 'All Statuses',
    options: statuses.map((value: Row['status']) => ({ value, label: statusLabels[value] })),
  }
  const { choices = [] } = definition
  const { selection, bar } = useStatusBulk(definition, records, view.input)
  const unknown = list.isError ? '–' : undefined

  return (
    <>
      <ListScreen
        title={title}
        subtitle={subtitle}
        header="isLow"
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
            <HeaderFigures
              label={figures.label}
              items={figures.items.map(({ label, read }) => ({ label, value: data ? read(data) : unknown }))}
            />
            {actions}
          </div>
        }
        noun={noun.many}
        messages={messages}
        query={list}
        view={view}
        sorts={board ? undefined : definition.sorts}
        sortsBeyondColumns={definition.sortsBeyondColumns}
        flags={definition.flags}
        choices={board ? choices : [byStatus, ...choices]}
        selection={board ? undefined : selection}
        bar={!board && bar}
        board={board?.({ ...rowActions, shown })}
        columns={columns}
        list={data && { ...data, rows: data.rows.map(shown) }}
      >
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
      </ListScreen>
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
