import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
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
import { orderStatuses, type OrderStatus } from '~/contracts/statuses'
import { capitalised } from '~/lib/capitalised'
import { formatEuro } from '~/lib/money'
import { orderColumns } from './order-columns'
import { OrderToolbar } from './order-toolbar'
import { orderWords } from './order-words'
import { useOrderBulk } from './use-order-bulk'
import { useOrderList } from './use-order-list'
import { useOrderStatus } from './use-order-status'

const OrderDetails = onDemand(() => import('./order-details').then((module) => module.OrderDetails))

const icons: Record<OrderStatus, LucideIcon> = { pending: Clock, processing: LoaderCircle, completed: CircleCheck, cancelled: CircleX }

/** Order Management (spec §2): every order, and what has become of it. */
export function OrdersScreen() {
  const { view, orders } = useOrderList()
  const { shown, change, dialog } = useOrderStatus()
  const { id: detailsId, open, close } = useDetails()
  const columns = useMemo(() => orderColumns({ onStatus: change, onDetails: (order) => open(order.id) }), [change, open])
  const { data } = orders
  const { selection, bar } = useOrderBulk(view, data)
  const unknown = orders.isError ? '–' : undefined

  return (
    <>
      <ScreenHeader title="Order Management" subtitle="Every order, and what has become of it">
        <HeaderFigures
          label="Order totals"
          items={[
            { label: 'Total Orders', value: data?.total ?? unknown },
            { label: 'Total Revenue', value: data ? formatEuro(data.totalRevenue) : unknown },
          ]}
        />
      </ScreenHeader>
      <StatusCounts
        label="Orders by status"
        items={orderStatuses.map((status) => ({ label: capitalised(status), value: data?.counts[status] ?? unknown, icon: icons[status] }))}
      />
      {orders.isError && !data ? (
        <LoadFailure
          message={orderWords.loadFailed}
          reason={serverMessage(orders.error)}
          onRetry={() => void orders.refetch()}
          retrying={orders.isFetching}
        />
      ) : (
        <Selection value={selection}>
          <ListPanel>
            <OrderToolbar view={view} />
            {bar}
            <ListRows
              noun="orders"
              columns={columns}
              view={view}
              sort={view.input.sort}
              list={data && { ...data, rows: data.rows.map(shown) }}
              loading={orders.isPlaceholderData}
              none={orderWords.none}
              noneMatch={orderWords.noneMatch}
              onShowAll={() => view.show({ search: undefined, status: undefined })}
            />
          </ListPanel>
        </Selection>
      )}
      {detailsId !== undefined && <OrderDetails id={detailsId} onClose={close} />}
      {dialog}
    </>
  )
}
