import { CustomerCell } from '~/components/admin-list/customer-cell'
import { DetailList } from '~/components/admin-list/detail-list'
import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { HistoryList } from '~/components/admin-list/history-list'
import { StatusBadge } from '~/components/admin-list/status-badge'
import type { HistoryEntry } from '~/contracts/audit'
import type { DeviceInfo } from '~/contracts/device'
import { statusTones } from '~/contracts/statuses'
import type { TradeIn } from '~/contracts/trade-ins'
import { capitalised } from '~/lib/capitalised'
import { formatDateTime } from '~/lib/date-text'
import { deviceJson } from '~/lib/device-text'
import { historyLines } from '~/lib/history-lines'
import { formatOrNotSet } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { tradeInWords } from './trade-in-words'

const tell = (entry: HistoryEntry) =>
  historyLines(entry, 'Trade-in changed', {
    status: { label: 'Status', write: (status) => (typeof status === 'string' ? capitalised(status) : '') },
  })

interface TradeInDetailsProps {
  id: string
  /** The row of the list, shown while the rest is being loaded; undefined where the list does not have it. */
  known: TradeIn | undefined
  onClose: () => void
}

/** One trade-in and what happened to it, behind a row's 'View details …' (spec §2 Trade-in Management). */
export function TradeInDetails({ id, known, onClose }: TradeInDetailsProps) {
  const tradeIn = trpc.tradeIns.byId.useQuery({ id }, { placeholderData: () => known })
  return (
    <DetailsDialog
      title={tradeIn.data ? `Trade-in Details - ${tradeIn.data.tradeInNumber}` : 'Trade-in Details'}
      record={tradeIn}
      missing={tradeInWords.missing}
      failed={tradeInWords.loadFailed}
      onClose={onClose}
    >
      {(shown) => <Content tradeIn={shown} />}
    </DetailsDialog>
  )
}

function Content({ tradeIn }: { tradeIn: TradeIn }) {
  const history = useHistory('trade_in', tradeIn.id, tell)
  const unnoted = <span className="text-ink-subtle">{tradeInWords.unnoted}</span>
  return (
    <>
      <DetailList
        items={[
          { label: 'Customer', value: <CustomerCell {...tradeIn.customer} /> },
          { label: 'Status', value: <StatusBadge status={tradeIn.status} tone={statusTones[tradeIn.status]} /> },
          { label: 'Device info', value: <DeviceJson info={tradeIn.deviceInfo} />, wide: true },
          { label: 'Condition assessment', value: tradeIn.conditionAssessment || unnoted, wide: true },
          { label: 'Evaluation notes', value: tradeIn.evaluationNotes || unnoted, wide: true },
          { label: 'Estimated value', value: formatOrNotSet(tradeIn.estimatedValue) },
          { label: 'Final value', value: formatOrNotSet(tradeIn.finalValue) },
          { label: 'Submitted on', value: formatDateTime(tradeIn.createdAt) },
          { label: 'Last changed', value: formatDateTime(tradeIn.updatedAt) },
        ]}
      />
      <HistoryList {...history} />
    </>
  )
}

/** All that the customer told of the device, as it is stored. */
function DeviceJson({ info }: { info: DeviceInfo }) {
  return (
    <pre className="overflow-x-auto rounded-lg border border-line bg-surface-muted px-3 py-2 font-mono text-sm whitespace-pre-wrap">
      {deviceJson(info)}
    </pre>
  )
}
