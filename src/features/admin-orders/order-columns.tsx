import { Eye } from 'lucide-react'
import { CustomerCell } from '~/components/admin-list/customer-cell'
import type { ListColumn } from '~/components/admin-list/list-column'
import { DateText } from '~/components/admin-list/relative-time'
import { StatusBadge } from '~/components/admin-list/status-badge'
import { StatusSelect } from '~/components/admin-list/status-select'
import { IconButton } from '~/components/ui/icon-button'
import type { Order } from '~/contracts/orders'
import { orderStatuses, statusTones, type OrderStatus } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import { shortId } from '~/lib/short-id'

interface OrderActions {
  onStatus: (order: Order, status: OrderStatus) => void
  onDetails: (order: Order) => void
}

/** The columns of Order Management (spec §2); 'amount' and 'created' are what the procedure sorts by. */
export const orderColumns = ({ onStatus, onDetails }: OrderActions): ListColumn<Order>[] => [
  {
    id: 'number',
    header: 'Order',
    card: 'title',
    cell: ({ orderNumber, id }) => (
      <>
        <span className="block font-medium wrap-anywhere text-ink">{orderNumber}</span>
        <span className="block text-xs text-ink-subtle tabular-nums">{shortId(id)}</span>
      </>
    ),
  },
  { id: 'customer', header: 'Customer', card: 'half', cell: ({ customer }) => <CustomerCell {...customer} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    sort: 'descending',
    card: 'half',
    cell: ({ totalAmount }) => <span className="text-ink">{formatEuro(totalAmount)}</span>,
  },
  { id: 'status', header: 'Status', card: 'half', cell: ({ status }) => <StatusBadge status={status} tone={statusTones[status]} /> },
  {
    id: 'created',
    header: 'Date',
    sort: 'descending',
    card: 'half',
    cell: ({ createdAt }) => <DateText at={createdAt} className="whitespace-nowrap text-ink-muted" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'foot',
    cell: (order) => (
      <span className="flex items-center gap-2 @3xl:justify-end">
        <StatusSelect
          label={`Status of ${order.orderNumber}`}
          values={orderStatuses}
          value={order.status}
          onChange={(status) => onStatus(order, status)}
        />
        <IconButton
          label={`View details of ${order.orderNumber}`}
          onClick={() => onDetails(order)}
          className="text-ink-muted hover:text-ink"
        >
          <Eye className="size-4" aria-hidden="true" />
        </IconButton>
      </span>
    ),
  },
]
