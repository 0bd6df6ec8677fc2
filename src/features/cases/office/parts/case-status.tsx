import { useState, type ComponentProps, type ReactNode } from 'react'
import { StatusBadge } from '~/components/admin-list/cells'
import { StatusSelect } from '~/components/admin-list/status-select'
import { useStatusChange } from '~/components/admin-list/use-status-change'
import { deviceName } from '~/contracts/cases/device'
import { recordMessages } from '~/lib/records'
import { undoing, type StatusChange, type StatusNotice } from '~/lib/status-change'
import { RecordHeader } from '~/components/layouts/record-page'

/** What a repair and a trade-in have in common, as far as their status goes. */
interface CaseRow {
  id: string
  version: number
  status: StatusChange['status']
  deviceInfo: Parameters<typeof deviceName>[0]
  carrier: string | null
  trackingNumber: string | null
  notices?: string[]
  letters?: { change: string }
}

interface CaseStatusHeaderProps<Row extends CaseRow> {
  row: Row
  number: string
  of: StatusChange['of']
  /** What a case of this kind is called. */
  noun: Parameters<typeof recordMessages>[0]
  statuses: readonly Row['status'][]
  tones: Record<Row['status'], ComponentProps<typeof StatusBadge>['tone']>
  /** Saves over a version; throws CONFLICT when there is a newer one. */
  save: (input: { id: string; version: number; status: Row['status']; undo?: string } & Partial<StatusNotice>) => Promise<Row>
  /** Reads what is stored now. */
  reload: (id: string) => Promise<Row>
  /** Shows what is stored now. */
  onStored: (row: Row) => void
  /** What is asked before another status is saved; without it nothing is. */
  statusDialog: ((asked: StatusChange) => ReactNode) | undefined
}

/** The head of the page of a case: what it is about, its status, and what sets it. */
export function CaseStatusHeader<Row extends CaseRow>({
  row,
  number,
  of,
  noun,
  statuses,
  tones,
  save,
  reload,
  onStored,
  statusDialog,
}: CaseStatusHeaderProps<Row>) {
  const [asked, setAsked] = useState<Row['status']>()
  const messages = recordMessages(noun)
  const { shown, change, saved, dialog } = useStatusChange<Row, Row['status']>({
    label: 'Status',
    subject: `this ${noun.one}`,
    read: ({ status }) => status,
    write: (base, status) => ({ ...base, status }),
    save: ({ id, version }, status, undone) => save({ id, version, status, ...undoing(undone) }),
    reload: ({ id }) => reload(id),
    onStored,
    done: messages.statusUpdated,
    failed: messages.statusFailed,
  })
  const status: Row['status'] = shown(row).status
  const { id, version, carrier, trackingNumber } = row
  return (
    <RecordHeader number={number} subtitle={deviceName(row.deviceInfo)}>
      <StatusBadge status={status} tone={tones[status]} />
      <span className="w-40">
        <StatusSelect
          label={`Status of ${number}`}
          values={statuses}
          value={status}
          onChange={(chosen) => (statusDialog ? setAsked(chosen) : change(row, chosen))}
        />
      </span>
      {dialog}
      {asked !== undefined &&
        statusDialog?.({
          of,
          status: asked,
          parcel: { carrier, trackingNumber },
          save: async (notice) => saved(row, await save({ id, version, status: asked, ...notice })),
          onClose: () => setAsked(undefined),
        })}
    </RecordHeader>
  )
}
