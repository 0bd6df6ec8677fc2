import { keepPreviousData } from '@tanstack/react-query'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useFailureNotice } from '~/components/ui/use-failure-notice'
import { tradeInListInput } from '~/contracts/trade-ins'
import { trpc } from '~/trpc/client'
import { tradeInWords } from './trade-in-words'

/** The view that the address names, and its rows; the rows before stay while the next ones load. */
export function useTradeInList() {
  const view = useAdminList(tradeInListInput)
  const tradeIns = trpc.tradeIns.list.useQuery(view.input, { placeholderData: keepPreviousData })
  useFailureNotice(tradeIns.error, tradeInWords.loadFailed)
  return { view, tradeIns }
}

export type TradeInView = ReturnType<typeof useTradeInList>['view']
