import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from '~/components/icons/lucide'
import type { ReactNode } from 'react'
import { isMissing } from '~/components/form/server-errors'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/loading'

/** The state of a query that reads one record. */
export type DetailsQuery<Data> = Pick<UseQueryResult<Data, unknown>, 'data' | 'error' | 'isFetching' | 'refetch'>

interface DetailsDialogProps<Record> {
  /** The dialog's name; while the record is being loaded it can only say what kind it is. */
  title: string
  record: DetailsQuery<Record>
  /** Said of an id that nothing has, for example 'There is no such order.' */
  missing: string
  /** Said when it could not be loaded (requirements §8). */
  failed: string
  onClose: () => void
  children: (record: Record) => ReactNode
}

/** Everything about one record, over its list; `useDetails` says which. */
export function DetailsDialog<Record>({ title, record, missing, failed, onClose, children }: DetailsDialogProps<Record>) {
  return (
    <Modal title={title} onClose={onClose} className="max-w-2xl">
      <ModalBody className="flex flex-col gap-6">
        <Content record={record} missing={missing} failed={failed}>
          {children}
        </Content>
      </ModalBody>
    </Modal>
  )
}

function Content<Record>({ record, missing, failed, children }: Omit<DetailsDialogProps<Record>, 'title' | 'onClose'>) {
  const { data, error } = record
  if (data !== undefined) return children(data)
  if (isMissing(error)) {
    return (
      <p role="alert" className="flex flex-col items-center gap-4 py-8 text-center font-medium text-ink">
        <SearchX className="size-8 text-ink-subtle" aria-hidden="true" />
        {missing}
      </p>
    )
  }
  if (error !== null && error !== undefined) {
    return <LoadFailure message={failed} query={record} />
  }
  return (
    <div aria-busy="true" className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <p className="sr-only">Loading details</p>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-9" />
      ))}
    </div>
  )
}
