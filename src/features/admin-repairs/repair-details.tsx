import { CustomerCell } from '~/components/admin-list/customer-cell'
import { DetailList } from '~/components/admin-list/detail-list'
import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { HistoryList } from '~/components/admin-list/history-list'
import { StatusBadge } from '~/components/admin-list/status-badge'
import type { HistoryEntry } from '~/contracts/audit'
import { statusTones } from '~/contracts/statuses'
import type { Repair } from '~/contracts/repairs'
import { capitalised } from '~/lib/capitalised'
import { formatDateTime } from '~/lib/date-text'
import { deviceName } from '~/lib/device-text'
import { historyLines } from '~/lib/history-lines'
import { formatOrNotSet } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { repairWords } from './repair-words'

const tell = (entry: HistoryEntry) =>
  historyLines(entry, 'Repair changed', {
    status: { label: 'Status', write: (status) => (typeof status === 'string' ? capitalised(status) : '') },
  })

interface RepairDetailsProps {
  id: string
  /** The row of the list, shown while the rest is being loaded; undefined where the list does not have it. */
  known: Repair | undefined
  onClose: () => void
}

/** One repair and what happened to it, behind a row's 'View details …' (spec §2 Repair Management). */
export function RepairDetails({ id, known, onClose }: RepairDetailsProps) {
  const repair = trpc.repairs.byId.useQuery({ id }, { placeholderData: () => known })
  return (
    <DetailsDialog
      title={repair.data ? `Repair Details - ${repair.data.repairNumber}` : 'Repair Details'}
      record={repair}
      missing={repairWords.missing}
      failed={repairWords.loadFailed}
      onClose={onClose}
    >
      {(shown) => <Content repair={shown} />}
    </DetailsDialog>
  )
}

function Content({ repair }: { repair: Repair }) {
  const history = useHistory('repair', repair.id, tell)
  const unnoted = <span className="text-ink-subtle">{repairWords.unnoted}</span>
  return (
    <>
      <DetailList
        items={[
          { label: 'Customer', value: <CustomerCell {...repair.customer} /> },
          { label: 'Status', value: <StatusBadge status={repair.status} tone={statusTones[repair.status]} /> },
          { label: 'Device', value: deviceName(repair.deviceInfo), wide: true },
          { label: 'Problem description', value: repair.problemDescription || unnoted, wide: true },
          { label: 'Diagnosis', value: repair.diagnosis || unnoted, wide: true },
          { label: 'Repair notes', value: repair.repairNotes || unnoted, wide: true },
          { label: 'Estimated cost', value: formatOrNotSet(repair.estimatedCost) },
          { label: 'Actual cost', value: formatOrNotSet(repair.actualCost) },
          { label: 'Received on', value: formatDateTime(repair.createdAt) },
          { label: 'Last changed', value: formatDateTime(repair.updatedAt) },
        ]}
      />
      <HistoryList {...history} />
    </>
  )
}
