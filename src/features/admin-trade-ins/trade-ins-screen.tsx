import { BadgeCheck, CircleCheck, CircleX, ClipboardCheck, Inbox, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { HeaderFigures } from '~/components/admin-list/header-figures'
import { ListPanel } from '~/components/admin-list/list-panel'
import { ListRows } from '~/components/admin-list/list-rows'
import { Selection } from '~/components/admin-list/selection'
import { StatusCounts } from '~/components/admin-list/status-counts'
import { useDetails } from '~/components/admin-list/use-details'
import { serverMessage } from '~/components/form/server-errors'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import { tradeInStatuses, type TradeInStatus } from '~/contracts/statuses'
import { capitalised } from '~/lib/capitalised'
import { formatEuro } from '~/lib/money'
import { tradeInColumns } from './trade-in-columns'
import { TradeInToolbar } from './trade-in-toolbar'
import { tradeInWords } from './trade-in-words'
import { useTradeInBulk } from './use-trade-in-bulk'
import { useTradeInList } from './use-trade-in-list'
import { useTradeInStatus } from './use-trade-in-status'

const TradeInDetails = onDemand(() => import('./trade-in-details').then((module) => module.TradeInDetails))

const icons: Record<TradeInStatus, LucideIcon> = {
  submitted: Inbox,
  evaluated: ClipboardCheck,
  approved: BadgeCheck,
  rejected: CircleX,
  completed: CircleCheck,
}

/** Trade-in Management (spec §2). */
export function TradeInsScreen() {
  const { view, tradeIns } = useTradeInList()
  const { shown, change, dialog } = useTradeInStatus()
  const { id, open, close } = useDetails()
  const columns = useMemo(() => tradeInColumns({ onStatus: change, onDetails: (tradeIn) => open(tradeIn.id) }), [change, open])
  const { data } = tradeIns
  const { selection, bar } = useTradeInBulk(view, data)
  const unknown = tradeIns.isError ? '–' : undefined

  return (
    <>
      <ScreenHeader title="Trade-in Management" subtitle="Used miners on their way to store credit">
        <HeaderFigures
          label="Trade-in figures"
          items={[
            { label: 'Pending Evaluation', value: data?.pendingEvaluation ?? unknown },
            { label: 'Total Value', value: data ? formatEuro(data.totalValue) : unknown },
          ]}
        />
      </ScreenHeader>
      <StatusCounts
        label="Trade-ins by status"
        items={tradeInStatuses.map((status) => ({
          label: capitalised(status),
          value: data?.counts[status] ?? unknown,
          icon: icons[status],
        }))}
      />
      {tradeIns.isError && !data ? (
        <LoadFailure
          message={tradeInWords.loadFailed}
          reason={serverMessage(tradeIns.error)}
          onRetry={() => void tradeIns.refetch()}
          retrying={tradeIns.isFetching}
        />
      ) : (
        <Selection value={selection}>
          <ListPanel>
            <TradeInToolbar view={view} />
            {bar}
            <ListRows
              noun="trade-ins"
              columns={columns}
              view={view}
              sort={view.input.sort}
              list={data && { ...data, rows: data.rows.map(shown) }}
              loading={tradeIns.isPlaceholderData}
              none={tradeInWords.none}
              noneMatch={tradeInWords.noneMatch}
              onShowAll={() => view.show({ search: undefined, status: undefined })}
            />
          </ListPanel>
        </Selection>
      )}
      {id !== undefined && <TradeInDetails id={id} known={data?.rows.find((tradeIn) => tradeIn.id === id)} onClose={close} />}
      {dialog}
    </>
  )
}
