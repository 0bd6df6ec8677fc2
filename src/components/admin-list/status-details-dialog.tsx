import type { ReactNode } from 'react'
import { LinkButton } from '~/components/ui/link-button'
import { DetailList, type Detail } from './detail-list'
import { recordMessages } from '~/lib/records'
import { DetailsDialog, type DetailsQuery } from './details-dialog'
import { HistoryList, type HistoryListProps } from './history-list'
import type { StatusDetailsProps } from './status-records'

export interface StatusDetailsDialogProps<Row> extends Pick<StatusDetailsProps<Row>, 'noun' | 'name' | 'onClose'> {
  record: DetailsQuery<Row>
  history: HistoryListProps
  /** The row's labels and values. */
  items: (row: Row) => readonly Detail[]
  /** The row's own page; absent where it has none. */
  page?: (row: Row) => string
  /** Stands between the values and the history. */
  more?: ((row: Row) => ReactNode) | undefined
}

/** One record and what happened to it, behind a row's 'View details …' (requirements §2). */
export function StatusDetailsDialog<Row>({ noun, name, record, history, onClose, items, page, more }: StatusDetailsDialogProps<Row>) {
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
          {page && (
            <LinkButton href={page(row)} variant="secondary" size="sm" className="self-start">
              Open {name(row)}
            </LinkButton>
          )}
          <DetailList items={items(row)} />
          {more?.(row)}
          <HistoryList {...history} />
        </>
      )}
    </DetailsDialog>
  )
}
