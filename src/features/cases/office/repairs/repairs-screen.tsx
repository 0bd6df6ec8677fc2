import { deviceColumn } from '../device-column'
import { CircleCheck, FlaskConical, Inbox, List, Plus, SquareKanban, Stethoscope, Truck, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRouter } from 'next/router'
import {
  createdColumn,
  customerColumn,
  numberColumn,
  settledColumn,
  statusActionsColumn,
  statusColumn,
} from '~/components/admin-list/status-columns'
import { BecameTradeIn } from './became-trade-in'
import { DueText } from '~/components/admin-list/cells'
import { UnreadLink } from '~/components/ui/unread-mark'
import { StatusListScreen } from '~/components/admin-list/status-list-screen'
import type { StatusListDefinition } from '~/components/admin-list/status-records'
import { useAddDialog } from '~/components/admin-list/use-dialogs'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { repairInputs, type Repair, type RepairList } from '~/contracts/cases/repairs'
import { records } from '~/contracts/records'
import { activeRepairStatuses, repairStatuses, statusTones } from '~/contracts/statuses'
import { casePageOf } from '~/lib/records'
import { caseFlags, caseSortNames, openDueOn } from '~/contracts/cases/lists'
import { Skeleton } from '~/components/ui/loading'
import { useRepairStored } from '~/features/cases/office/repairs/board/use-repair-board'
import { useStatusRecords } from '~/trpc/use-status-records'

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
  flags: caseFlags,
  sorts: caseSortNames,
  sortsBeyondColumns: true,
  name: repairName,
  columns: (actions) => [
    numberColumn('Repair #', repairName, (row) => (
      <>
        <UnreadLink count={row.unreadMessages} href={casePageOf('repairs', repairName(row))} />
        <BecameTradeIn number={row.becameTradeIn} />
      </>
    )),
    customerColumn(),
    deviceColumn(),
    statusColumn(statusTones),
    settledColumn('Cost', ({ actualCost, estimatedCost }) => [actualCost, estimatedCost]),
    createdColumn((row) => <DueText day={openDueOn(row, activeRepairStatuses)} />),
    statusActionsColumn(repairStatuses, repairName, actions),
  ],
  Details: onDemand(() => import('./repair-details').then((module) => module.RepairDetails)),
}

const NewRepairDialog = onDemand(() => import('./new-repair-dialog').then((module) => module.NewRepairDialog))

const RepairBoard = onDemand(
  () => import('./board/repair-board').then((module) => module.RepairBoard),
  () => <Skeleton className="mt-4 h-96 rounded-card" />,
)

/** Of a board the list itself says no more than how many there are. */
const figuresAlone = { limit: 1 } as const

/** Repair Management (spec §2), as a list or as a board. */
export function RepairsScreen({ actions }: { actions?: ReactNode }) {
  const view = useAdminList(repairInputs.list)
  const isBoard = useRouter().query.view === 'board'
  const [adding, setAdding] = useAddDialog()
  const records = useStatusRecords('repairs', isBoard ? figuresAlone : view.input)
  const { search, assigned, due, messages } = view.input
  const filters = { search, assigned, due, messages }
  const putIntoColumn = useRepairStored(filters)
  return (
    <>
      <StatusListScreen
        definition={definition}
        records={{
          ...records,
          onSaved: (stored) => {
            putIntoColumn(stored)
            records.onSaved(stored)
          },
        }}
        view={view}
        actions={
          <>
            {actions}
            <LookSwitch isBoard={isBoard} onShow={view.show} />
            <Button onClick={() => setAdding(true)}>
              <Plus className="size-4" aria-hidden="true" />
              New Repair
            </Button>
          </>
        }
        board={isBoard ? (actions) => <RepairBoard filters={filters} {...actions} /> : undefined}
      />
      {adding && <NewRepairDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const looks = [
  { label: 'List', icon: List, view: undefined },
  { label: 'Board', icon: SquareKanban, view: 'board' },
] as const

interface LookSwitchProps {
  isBoard: boolean
  onShow: (changes: Record<string, string | undefined>) => void
}

/** The same repairs as a list or as a board; a board has a column for each status, and an order of its own. */
function LookSwitch({ isBoard, onShow }: LookSwitchProps) {
  return (
    <div role="group" aria-label="Show as" className="inline-flex rounded-lg border border-line-strong bg-surface p-0.5">
      {looks.map(({ label, icon: Icon, view }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isBoard === (view === 'board')}
          onClick={() => onShow({ view, status: undefined, sort: undefined })}
          className="inline-flex min-h-10 items-center gap-1.5 rounded-md px-3 text-sm text-ink-muted hover:text-ink aria-pressed:bg-surface-strong aria-pressed:font-semibold aria-pressed:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
          {label}
        </button>
      ))}
    </div>
  )
}
