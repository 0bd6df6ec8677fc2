import { BulkBar } from '~/components/admin-list/bulk-bar'
import { BulkStatus } from '~/components/admin-list/bulk-status'
import { ExportSelected } from '~/components/admin-list/export-links'
import { useSelection } from '~/components/admin-list/selection'
import type { TradeInList } from '~/contracts/trade-ins'
import { tradeInStatuses } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { tradeInWords } from './trade-in-words'
import type { TradeInView } from './use-trade-in-list'

/** Work on many trade-ins at once: which are selected, and the bar that says what can be done with them. */
export function useTradeInBulk({ input: { search, status } }: TradeInView, list: TradeInList | undefined) {
  const utils = trpc.useUtils()
  const update = trpc.tradeIns.updateStatuses.useMutation()
  const page = (list?.rows ?? []).map(({ id, version, tradeInNumber: name }) => ({ id, version, name }))
  const shown = { ...(search !== undefined && { search }), ...(status && { status }) }
  const { chosen, ...selection } = useSelection(page, shown)

  const onDone = () => {
    selection.clear()
    void utils.tradeIns.invalidate()
    void utils.audit.history.invalidate()
    void utils.dashboard.overview.invalidate()
  }
  const bar = list && (
    <BulkBar
      noun="trade-ins"
      matching={list.matching}
      matchingIsLeast={list.matchingIsLeast}
      count={async () => (await utils.tradeIns.countMatching.fetch(shown, { staleTime: 0 })).matching}
    >
      <BulkStatus
        noun="trade-ins"
        statuses={tradeInStatuses}
        count={selection.count}
        all={selection.all}
        change={(next) => update.mutateAsync({ ...chosen, status: next })}
        failed={tradeInWords.statusFailed}
        onDone={onDone}
      />
      <ExportSelected chosen={chosen} />
    </BulkBar>
  )
  return { selection, bar }
}
