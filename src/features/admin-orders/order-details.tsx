import { CustomerCell } from '~/components/admin-list/customer-cell'
import { DetailList } from '~/components/admin-list/detail-list'
import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { HistoryList } from '~/components/admin-list/history-list'
import { StatusBadge } from '~/components/admin-list/status-badge'
import type { HistoryEntry } from '~/contracts/audit'
import type { Order } from '~/contracts/orders'
import { statusTones } from '~/contracts/statuses'
import { capitalised } from '~/lib/capitalised'
import { formatDateTime } from '~/lib/date-text'
import { historyLines } from '~/lib/history-lines'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { orderWords } from './order-words'

const tell = (entry: HistoryEntry) =>
  historyLines(entry, 'Order changed', {
    status: { label: 'Status', write: (status) => (typeof status === 'string' ? capitalised(status) : '') },
  })

/** One order and what happened to it, behind a row's 'View details …'. */
export function OrderDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const order = trpc.orders.byId.useQuery({ id })
  return (
    <DetailsDialog
      title={order.data ? `Order Details - ${order.data.orderNumber}` : 'Order Details'}
      record={order}
      missing={orderWords.missing}
      failed={orderWords.loadFailed}
      onClose={onClose}
    >
      {(shown) => <Content order={shown} />}
    </DetailsDialog>
  )
}

function Content({ order }: { order: Order }) {
  const history = useHistory('order', order.id, tell)
  return (
    <>
      <DetailList
        items={[
          { label: 'Customer', value: <CustomerCell {...order.customer} /> },
          { label: 'Amount', value: <span className="font-semibold tabular-nums">{formatEuro(order.totalAmount)}</span> },
          { label: 'Status', value: <StatusBadge status={order.status} tone={statusTones[order.status]} /> },
          { label: 'Order ID', value: order.id },
          { label: 'Placed', value: formatDateTime(order.createdAt) },
          { label: 'Last changed', value: formatDateTime(order.updatedAt) },
        ]}
      />
      <HistoryList {...history} />
    </>
  )
}
