import { useStatusChange } from '~/components/admin-list/use-status-change'
import type { Order } from '~/contracts/orders'
import type { OrderStatus } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { orderWords } from './order-words'

/** Changing the status of orders in every list that shows them. */
export function useOrderStatus() {
  const utils = trpc.useUtils()
  const update = trpc.orders.updateStatus.useMutation()

  return useStatusChange<Order, OrderStatus>({
    label: 'Status',
    subject: 'this order',
    read: (order) => order.status,
    write: (order, status) => ({ ...order, status }),
    save: ({ id, version }, status) => update.mutateAsync({ id, status, version }),
    reload: ({ id }) => utils.orders.byId.fetch({ id }, { staleTime: 0 }),
    onStored: (stored) => {
      utils.orders.byId.setData({ id: stored.id }, stored)
      utils.orders.list.setQueriesData(
        undefined,
        {},
        (list) => list && { ...list, rows: list.rows.map((order) => (order.id === stored.id ? stored : order)) },
      )
      void utils.orders.list.invalidate()
      void utils.audit.history.invalidate({ subjectType: 'order', subjectId: stored.id })
      void utils.dashboard.overview.invalidate()
    },
    done: orderWords.statusUpdated,
    failed: orderWords.statusFailed,
  })
}
