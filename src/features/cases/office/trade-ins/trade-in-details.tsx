import { CustomerCell } from '~/components/admin-list/status-columns'
import { StatusBadge } from '~/components/admin-list/cells'
import { StatusDetailsDialog, Unnoted } from '~/components/admin-list/status-details-dialog'
import type { StatusDetailsProps } from '~/components/admin-list/status-records'
import type { DeviceInfo } from '~/contracts/cases/fields'
import { statusTones } from '~/contracts/statuses'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { formatDateTime } from '~/lib/date-text'
import { deviceJson } from '~/contracts/cases/device'
import { formatOrNotSet } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { useStatusRecord } from '~/trpc/use-status-records'

/** One trade-in and what happened to it, behind a row's 'View details …' (spec §2 Trade-in Management). */
export function TradeInDetails(props: StatusDetailsProps<TradeIn>) {
  return (
    <StatusDetailsDialog
      {...props}
      {...useStatusRecord('tradeIns', props)}
      page={({ tradeInNumber }) => casePageOf('tradeIns', tradeInNumber)}
      items={(tradeIn) => [
        { label: 'Customer', value: <CustomerCell {...tradeIn.customer} /> },
        { label: 'Status', value: <StatusBadge status={tradeIn.status} tone={statusTones[tradeIn.status]} /> },
        { label: 'Device info', value: <DeviceJson info={tradeIn.deviceInfo} />, wide: true },
        { label: 'Condition assessment', value: tradeIn.conditionAssessment || <Unnoted />, wide: true },
        { label: 'Evaluation notes', value: tradeIn.evaluationNotes || <Unnoted />, wide: true },
        { label: 'Estimated value', value: formatOrNotSet(tradeIn.estimatedValue) },
        { label: 'Final value', value: formatOrNotSet(tradeIn.finalValue) },
        { label: 'Submitted on', value: formatDateTime(tradeIn.createdAt) },
        { label: 'Last changed', value: formatDateTime(tradeIn.updatedAt) },
      ]}
    />
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
