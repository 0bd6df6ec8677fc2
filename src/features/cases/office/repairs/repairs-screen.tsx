import { CircleCheck, FlaskConical, Inbox, List, SquareKanban, Stethoscope, Truck, Wrench } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { repairInputs, type RepairList } from '~/contracts/cases/repairs'
import { formatSettled } from '~/lib/settled-amount'
import { trpc } from '~/trpc/client'
import { useStatusRecords } from '~/trpc/use-status-records'
import { caseList, CaseListScreen } from '../case-list'
import { BecameTradeIn } from './became-trade-in'
import { useRepairStored } from './board/use-repair-board'

const definition = caseList<'repairs', RepairList>({
  noun: 'repairs',
  subtitle: 'What is on the bench, for whom, and at what cost',
  figures: {
    label: 'Repair figures',
    items: [
      { label: 'Active Repairs', read: ({ active }) => active },
      { label: 'Total Repairs', read: ({ total }) => total },
    ],
  },
  icons: { received: Inbox, diagnosing: Stethoscope, repairing: Wrench, testing: FlaskConical, completed: CircleCheck, shipped: Truck },
  header: 'Repair #',
  below: ({ becameTradeIn }) => <BecameTradeIn number={becameTradeIn} />,
  amount: 'Cost',
  amountOf: ({ actualCost, estimatedCost }) => formatSettled(actualCost, estimatedCost),
  Details: onDemand(() => import('./repair-details').then((module) => module.RepairDetails)),
})
import { useShippingQuestion } from './use-shipping-question'

const NewRepairDialog = onDemand(() => import('./new-repair-dialog').then((module) => module.NewRepairDialog))

const RepairBoard = onDemand(
  () => import('./board/repair-board').then((module) => module.RepairBoard),
  () => <Skeleton className="mt-4 h-96 rounded-card" />,
)

/** A board needs only the list's counts. */
const figuresAlone = { limit: 1 } as const

/** (requirements §2) */
export function RepairsScreen() {
  const view = useAdminList(repairInputs.list)
  const isBoard = useRouter().query.view === 'board'
  const { mutateAsync: countEmails } = trpc.repairs.countEmails.useMutation()
  const askFirst = useShippingQuestion()
  const records = useStatusRecords('repairs', isBoard ? figuresAlone : view.input, countEmails)
  // The board's columns are the statuses, with an order of their own.
  const { status: _status, sort: _sort, cursor: _cursor, limit: _limit, ...filters } = view.input
  const putIntoColumn = useRepairStored(filters)
  return (
    <CaseListScreen
      noun="repairs"
      definition={definition}
      records={{
        ...records,
        askFirst,
        onSaved: (stored) => {
          putIntoColumn(stored)
          records.onSaved(stored)
        },
      }}
      view={view}
      actions={<LookSwitch isBoard={isBoard} onShow={view.show} />}
      board={isBoard ? (board) => <RepairBoard filters={filters} {...board} /> : undefined}
      NewDialog={NewRepairDialog}
    />
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

/** Switches between list and board. */
function LookSwitch({ isBoard, onShow }: LookSwitchProps) {
  return (
    <div role="group" aria-label="Show as" className="inline-flex rounded-lg border border-line-strong bg-surface p-0.5">
      {looks.map(({ label, icon: Icon, view }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isBoard === (view === 'board')}
          onClick={() => onShow({ view, status: undefined, sort: undefined })}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-3 text-sm text-ink-muted hover:text-ink aria-pressed:bg-surface-strong aria-pressed:font-semibold aria-pressed:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
          <span className="max-sm:sr-only">{label}</span>
        </button>
      ))}
    </div>
  )
}
