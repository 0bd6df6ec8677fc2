import { keepPreviousData } from '@tanstack/react-query'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useFailureNotice } from '~/components/ui/use-failure-notice'
import { orderListInput } from '~/contracts/orders'
import { trpc } from '~/trpc/client'
import { orderWords } from './order-words'

/** The view that the address names, and its rows; the rows before stay while the next ones load. */
export function useOrderList() {
  const view = useAdminList(orderListInput)
  const orders = trpc.orders.list.useQuery(view.input, { placeholderData: keepPreviousData })
  useFailureNotice(orders.error, orderWords.loadFailed)
  return { view, orders }
}

export type OrderView = ReturnType<typeof useOrderList>['view']
