import { recordMessages } from '~/lib/record-messages'
import { DetailList, type Detail } from './detail-list'
import { DetailsDialog, type DetailsQuery } from './details-dialog'
import { HistoryList, type HistoryListProps } from './history-list'
import type { StatusDetailsProps } from './status-records'

interface StatusDetailsDialogProps<Row> extends Pick<StatusDetailsProps<Row>, 'noun' | 'name' | 'onClose'> {
  record: DetailsQuery<Row>
  history: HistoryListProps
  /** What is known about the row. */
  items: (row: Row) => readonly Detail[]
}

/** One record and what happened to it, behind a row's 'View details …' (spec §2). */
export function StatusDetailsDialog<Row>({ noun, name, record, history, onClose, items }: StatusDetailsDialogProps<Row>) {
  const messages = recordMessages(noun)
  return (
    <DetailsDialog
      title={messages.details(record.data && name(record.data))}
      record={record}
      missing={messages.missing}
      failed={messages.loadFailed}
      onClose={onClose}
    >
      {(row) => (
        <>
          <DetailList items={items(row)} />
          <HistoryList {...history} />
        </>
      )}
    </DetailsDialog>
  )
}

/** Stands where nobody has noted anything. */
export const Unnoted = () => <span className="text-ink-subtle">Nothing noted yet</span>
