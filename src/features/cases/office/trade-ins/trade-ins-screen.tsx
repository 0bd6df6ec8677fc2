import { BadgeCheck, CircleCheck, CircleX, ClipboardCheck, Inbox } from '~/components/icons/lucide'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { onDemand } from '~/components/ui/on-demand'
import { tradeInInputs, type TradeInList } from '~/contracts/cases/trade-ins'
import { formatEuro } from '~/lib/money'
import { formatValue } from '~/lib/quoted-amount'
import { trpc } from '~/trpc/client'
import { useStatusRecords } from '~/trpc/use-status-records'
import { caseList, CaseListScreen } from '../case-list'

const definition = caseList<'tradeIns', TradeInList>({
  noun: 'tradeIns',
  subtitle: 'Used miners on their way to store credit',
  figures: {
    label: 'Trade-in figures',
    items: [
      { label: 'Pending Evaluation', read: ({ pendingEvaluation }) => pendingEvaluation },
      { label: 'Total Value', read: ({ totalValue }) => formatEuro(totalValue) },
    ],
  },
  icons: { submitted: Inbox, evaluated: ClipboardCheck, approved: BadgeCheck, rejected: CircleX, completed: CircleCheck },
  header: 'Trade-in #',
  customerRoom: '@min-[70rem]:max-w-48',
  amount: 'Value',
  amountOf: ({ finalValue, estimatedValue, offer }) => formatValue(finalValue, estimatedValue, offer),
  Details: onDemand(() => import('./trade-in-details').then((module) => module.TradeInDetails)),
})

const NewTradeInDialog = onDemand(() => import('./new-trade-in-dialog').then((module) => module.NewTradeInDialog))

export function TradeInsScreen() {
  const view = useAdminList(tradeInInputs.list)
  const { mutateAsync: countEmails } = trpc.tradeIns.countEmails.useMutation()
  return (
    <CaseListScreen
      noun="tradeIns"
      definition={definition}
      records={useStatusRecords('tradeIns', view.input, countEmails)}
      view={view}
      NewDialog={NewTradeInDialog}
    />
  )
}
