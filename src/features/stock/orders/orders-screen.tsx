import { CircleCheck, CircleX, Clock, LoaderCircle, Plus } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { DetailsLink } from '~/components/admin-list/row-link'
import { createdColumn, customerColumn, statusActionsColumn, statusColumn } from '~/components/admin-list/status-columns'
import { StatusListScreen } from '~/components/admin-list/status-list-screen'
import type { StatusListDefinition } from '~/components/admin-list/status-records'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useAddDialog } from '~/components/admin-list/use-dialogs'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { orderInputs, type Order, type OrderList, type OrderSort } from '~/contracts/stock/orders'
import { records } from '~/contracts/records'
import { orderStatuses, statusTones } from '~/contracts/statuses'
import { changeQuery } from '~/lib/change-query'
import { formatMoney } from '~/lib/currency'
import { formatEuro } from '~/lib/money'
import { shortId } from '~/lib/text'
import { trpc } from '~/trpc/client'
import { useStatusRecords } from '~/trpc/use-status-records'

const sorts: Record<OrderSort, string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  '-amount': 'Amount, high to low',
  amount: 'Amount, low to high',
}

const orderName = ({ orderNumber }: Order) => orderNumber

const definition: StatusListDefinition<Order, OrderList> = {
  noun: records.orders,
  of: 'orders',
  title: 'Order Management',
  subtitle: 'Every order, and what has become of it',
  figures: {
    label: 'Order totals',
    items: [
      { label: 'Total Orders', read: ({ total }) => total },
      { label: 'Total Revenue', read: ({ totalRevenue }) => formatEuro(totalRevenue) },
    ],
  },
  statuses: orderStatuses,
  tones: statusTones,
  icons: { pending: Clock, processing: LoaderCircle, completed: CircleCheck, cancelled: CircleX },
  sorts,
  name: orderName,
  columns: (actions) => [
    {
      id: 'number',
      header: 'Order',
      card: 'title',
      cell: (order) => (
        <>
          <span className="block">
            <DetailsLink id={order.id} onOpen={() => actions.onDetails(order)}>
              {order.orderNumber}
            </DetailsLink>
          </span>
          <span className="block text-xs text-ink-subtle tabular-nums">
            {shortId(order.id)}
            {order.isTest && ' · Test order'}
          </span>
        </>
      ),
    },
    customerColumn('@min-[70rem]:max-w-56'),
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      sort: 'descending',
      card: 'half',
      cell: ({ totalAmount, currency }) => <span className="text-ink">{formatMoney(totalAmount, currency)}</span>,
    },
    statusColumn(statusTones),
    createdColumn(),
    statusActionsColumn('orders', orderStatuses, orderName, actions),
  ],
  Details: onDemand(() => import('./order-details').then((module) => module.OrderDetails)),
}

/** Orders that 'Total Revenue' leaves out. Renders nothing without any. */
function ForeignRevenue() {
  const { data } = trpc.orders.foreignRevenue.useQuery()
  if (!data || data.length === 0) return null
  const sums = data.map(({ currency, orders, amount }) => `${formatMoney(amount, currency)} of ${countOf(orders, 'order')}`)
  return <p className="text-xs text-ink-muted">Not in Total Revenue: {sums.join(', ')}</p>
}

const countOf = (count: number, one: string) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : `${one}s`}`

const NewOrderDialog = onDemand(() => import('../sale/new-order-dialog').then((module) => module.NewOrderDialog))

/** (requirements §2) @param customerPart form part that chooses a customer */
export function OrdersScreen({ customerPart }: { customerPart?: ReactNode }) {
  const view = useAdminList(orderInputs.list)
  const orders = useStatusRecords('orders', view.input)
  const may = useMay()
  const router = useRouter()
  const [adding, setAdding] = useAddDialog()
  const actions = (
    <>
      <ForeignRevenue />
      {may('orders', 'write') && (
        <Button onClick={() => setAdding(true)}>
          <Plus className="size-4" aria-hidden="true" />
          New order
        </Button>
      )}
    </>
  )
  return (
    <>
      <StatusListScreen definition={definition} records={orders} view={view} actions={actions} />
      {adding && (
        <NewOrderDialog
          customerPart={customerPart}
          // The details have the receipt and the invoice.
          onSold={(details) => {
            setAdding(false)
            void changeQuery(router, 'push', (query) => ({ ...query, details }))
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
