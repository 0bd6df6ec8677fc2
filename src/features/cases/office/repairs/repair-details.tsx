import { CustomerCell } from '~/components/admin-list/status-columns'
import { StatusBadge } from '~/components/admin-list/cells'
import { StatusDetailsDialog, Unnoted } from '~/components/admin-list/status-details-dialog'
import type { StatusDetailsProps } from '~/components/admin-list/status-records'
import type { Repair } from '~/contracts/cases/repairs'
import { statusTones } from '~/contracts/statuses'
import { formatDateTime } from '~/lib/date-text'
import { deviceName } from '~/contracts/cases/device'
import { formatOrNotSet } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { BecameTradeIn } from './became-trade-in'
import { useStatusRecord } from '~/trpc/use-status-records'

/** One repair and what happened to it, behind a row's 'View details …' (spec §2 Repair Management). */
export function RepairDetails(props: StatusDetailsProps<Repair>) {
  return (
    <StatusDetailsDialog
      {...props}
      {...useStatusRecord('repairs', props)}
      page={({ repairNumber }) => casePageOf('repairs', repairNumber)}
      items={(repair) => [
        { label: 'Customer', value: <CustomerCell {...repair.customer} /> },
        { label: 'Status', value: <StatusBadge status={repair.status} tone={statusTones[repair.status]} /> },
        ...(repair.becameTradeIn === null ? [] : [{ label: 'Outcome', value: <BecameTradeIn number={repair.becameTradeIn} /> }]),
        { label: 'Device', value: deviceName(repair.deviceInfo), wide: true },
        { label: 'Problem description', value: repair.problemDescription || <Unnoted />, wide: true },
        { label: 'Diagnosis', value: repair.diagnosis || <Unnoted />, wide: true },
        { label: 'Repair notes', value: repair.repairNotes || <Unnoted />, wide: true },
        { label: 'Estimated cost', value: formatOrNotSet(repair.estimatedCost) },
        { label: 'Actual cost', value: formatOrNotSet(repair.actualCost) },
        { label: 'Received on', value: formatDateTime(repair.createdAt) },
        { label: 'Last changed', value: formatDateTime(repair.updatedAt) },
      ]}
    />
  )
}
