import { deviceColumn } from '../device-column'
import { BadgeCheck, CircleCheck, CircleX, ClipboardCheck, Inbox, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  createdColumn,
  customerColumn,
  numberColumn,
  settledColumn,
  statusActionsColumn,
  statusColumn,
} from '~/components/admin-list/status-columns'
import { DueText } from '~/components/admin-list/cells'
import { UnreadLink } from '~/components/ui/unread-mark'
import { StatusListScreen } from '~/components/admin-list/status-list-screen'
import type { StatusListDefinition } from '~/components/admin-list/status-records'
import { useAddDialog } from '~/components/admin-list/use-dialogs'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { records } from '~/contracts/records'
import { pendingTradeInStatuses, tradeInStatuses, statusTones } from '~/contracts/statuses'
import { tradeInInputs, type TradeIn, type TradeInList } from '~/contracts/cases/trade-ins'
import { casePageOf } from '~/lib/records'
import { formatEuro } from '~/lib/money'
import { caseFlags, caseSortNames, openDueOn } from '~/contracts/cases/lists'
import { useStatusRecords } from '~/trpc/use-status-records'

const tradeInName = ({ tradeInNumber }: TradeIn) => tradeInNumber

const definition: StatusListDefinition<TradeIn, TradeInList> = {
  noun: records.tradeIns,
  title: 'Trade-in Management',
  subtitle: 'Used miners on their way to store credit',
  figures: {
    label: 'Trade-in figures',
    items: [
      { label: 'Pending Evaluation', read: ({ pendingEvaluation }) => pendingEvaluation },
      { label: 'Total Value', read: ({ totalValue }) => formatEuro(totalValue) },
    ],
  },
  statuses: tradeInStatuses,
  icons: { submitted: Inbox, evaluated: ClipboardCheck, approved: BadgeCheck, rejected: CircleX, completed: CircleCheck },
  flags: caseFlags,
  sorts: caseSortNames,
  sortsBeyondColumns: true,
  name: tradeInName,
  columns: (actions) => [
    numberColumn('Trade-in #', tradeInName, (row) => (
      <UnreadLink count={row.unreadMessages} href={casePageOf('tradeIns', tradeInName(row))} />
    )),
    customerColumn(),
    deviceColumn(),
    statusColumn(statusTones),
    settledColumn('Value', ({ finalValue, estimatedValue }) => [finalValue, estimatedValue]),
    createdColumn((row) => <DueText day={openDueOn(row, pendingTradeInStatuses)} />),
    statusActionsColumn(tradeInStatuses, tradeInName, actions),
  ],
  Details: onDemand(() => import('./trade-in-details').then((module) => module.TradeInDetails)),
}

const NewTradeInDialog = onDemand(() => import('./new-trade-in-dialog').then((module) => module.NewTradeInDialog))

/** Trade-in Management (spec §2). */
export function TradeInsScreen({ actions }: { actions?: ReactNode }) {
  const view = useAdminList(tradeInInputs.list)
  const [adding, setAdding] = useAddDialog()
  return (
    <>
      <StatusListScreen
        definition={definition}
        records={useStatusRecords('tradeIns', view.input)}
        view={view}
        actions={
          <>
            {actions}
            <Button onClick={() => setAdding(true)}>
              <Plus className="size-4" aria-hidden="true" />
              New Trade-in
            </Button>
          </>
        }
      />
      {adding && <NewTradeInDialog onClose={() => setAdding(false)} />}
    </>
  )
}
