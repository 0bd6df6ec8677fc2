import { CircleCheck, FlaskConical, Inbox, Plus, Stethoscope, Truck, Wrench } from 'lucide-react'
import { createdColumn, customerColumn, numberColumn, statusActionsColumn, statusColumn } from '~/components/admin-list/status-columns'
import { StatusListScreen } from '~/components/admin-list/status-list-screen'
import type { StatusListDefinition } from '~/components/admin-list/status-records'
import { useAddDialog } from '~/components/admin-list/use-dialogs'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { repairInputs, type Repair, type RepairList } from '~/contracts/repairs'
import { records } from '~/contracts/records'
import type { CaseSort } from '~/contracts/status-inputs'
import { repairStatuses, statusTones } from '~/contracts/statuses'
import { deviceName } from '~/lib/text'
import { formatSettled } from '~/lib/money'
import { useStatusRecords } from '~/trpc/use-status-records'

const sorts: Record<CaseSort, string> = { '-created': 'Newest first', created: 'Oldest first', due: 'Due next first' }

const repairName = ({ repairNumber }: Repair) => repairNumber

const definition: StatusListDefinition<Repair, RepairList> = {
  noun: records.repairs,
  title: 'Repair Management',
  subtitle: 'What is on the bench, for whom, and at what cost',
  figures: {
    label: 'Repair figures',
    items: [
      { label: 'Active Repairs', read: ({ active }) => active },
      { label: 'Total Repairs', read: ({ total }) => total },
    ],
  },
  statuses: repairStatuses,
  icons: { received: Inbox, diagnosing: Stethoscope, repairing: Wrench, testing: FlaskConical, completed: CircleCheck, shipped: Truck },
  sorts,
  name: repairName,
  columns: (actions) => [
    numberColumn('Repair #', repairName),
    customerColumn(),
    {
      id: 'device',
      header: 'Device',
      card: 'half',
      cell: ({ deviceInfo }) => <span className="wrap-anywhere">{deviceName(deviceInfo)}</span>,
    },
    statusColumn(statusTones),
    {
      id: 'cost',
      header: 'Cost',
      align: 'end',
      card: 'half',
      cell: ({ actualCost, estimatedCost }) => (
        <span className="whitespace-nowrap text-ink">{formatSettled(actualCost, estimatedCost)}</span>
      ),
    },
    createdColumn(),
    statusActionsColumn(repairStatuses, repairName, actions),
  ],
  Details: onDemand(() => import('./repair-details').then((module) => module.RepairDetails)),
}

const NewRepairDialog = onDemand(() => import('./new-repair-dialog').then((module) => module.NewRepairDialog))

/** Repair Management (spec §2). */
export function RepairsScreen() {
  const view = useAdminList(repairInputs.list)
  const [adding, setAdding] = useAddDialog()
  return (
    <>
      <StatusListScreen
        definition={definition}
        records={useStatusRecords('repairs', view.input)}
        view={view}
        actions={
          <Button onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden="true" />
            New Repair
          </Button>
        }
      />
      {adding && <NewRepairDialog onClose={() => setAdding(false)} />}
    </>
  )
}
