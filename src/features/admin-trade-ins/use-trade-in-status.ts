import { useStatusChange } from '~/components/admin-list/use-status-change'
import type { TradeIn } from '~/contracts/trade-ins'
import type { TradeInStatus } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { tradeInWords } from './trade-in-words'

/** Changing the status of trade-ins in every list that shows them. */
export function useTradeInStatus() {
  const utils = trpc.useUtils()
  const update = trpc.tradeIns.updateStatus.useMutation()

  return useStatusChange<TradeIn, TradeInStatus>({
    label: 'Status',
    subject: 'this trade-in',
    read: (tradeIn) => tradeIn.status,
    write: (tradeIn, status) => ({ ...tradeIn, status }),
    save: ({ id, version }, status) => update.mutateAsync({ id, status, version }),
    reload: ({ id }) => utils.tradeIns.byId.fetch({ id }, { staleTime: 0 }),
    onStored: (stored) => {
      utils.tradeIns.byId.setData({ id: stored.id }, stored)
      utils.tradeIns.list.setQueriesData(
        undefined,
        {},
        (list) => list && { ...list, rows: list.rows.map((tradeIn) => (tradeIn.id === stored.id ? stored : tradeIn)) },
      )
      void utils.tradeIns.list.invalidate()
      void utils.audit.history.invalidate({ subjectType: 'trade_in', subjectId: stored.id })
      void utils.dashboard.overview.invalidate()
    },
    done: tradeInWords.statusUpdated,
    failed: tradeInWords.statusFailed,
  })
}
