import { DisabledForReaders } from '~/components/admin-list/for-writers'
import { CustomerCell } from '~/components/admin-list/status-columns'
import { StatusBadge, useMay } from '~/components/admin-list/cells'
import { StatusDetailsDialog } from '~/components/admin-list/status-details-dialog'
import type { StatusDetailsProps } from '~/components/admin-list/status-records'
import type { Order } from '~/contracts/stock/orders'
import { statusTones } from '~/contracts/statuses'
import { formatDateTime } from '~/lib/date-text'
import { formatMoney } from '~/lib/currency'
import { OrderBill } from '~/features/billing/bill-parts'
import { OrderPayments } from '~/features/credit/credit-parts'
import { OrderLines } from '../sale/order-lines'
import { SaleSection } from '../sale/sale-section'
import { useStatusRecord } from '~/trpc/use-status-records'

/** History texts of its lines and units. */
const historyOfLines = {
  line: { label: 'Line' },
  product: { label: 'Product of a line' },
  units: { label: 'Dispatched units' },
  carrier: { label: 'Carrier' },
  trackingNumber: { label: 'Tracking number' },
  unpaid: { label: 'Left to pay then' },
}

export function OrderDetails(props: StatusDetailsProps<Order>) {
  const may = useMay()
  return (
    <StatusDetailsDialog
      {...props}
      {...useStatusRecord('orders', { ...props, fields: historyOfLines })}
      items={(order) => [
        { label: 'Customer', value: <CustomerCell userId={order.userId} {...order.customer} /> },
        { label: 'Amount', value: <span className="font-semibold tabular-nums">{formatMoney(order.totalAmount, order.currency)}</span> },
        { label: 'Status', value: <StatusBadge status={order.status} tone={statusTones[order.status]} /> },
        { label: 'Order ID', value: order.id },
        { label: 'Placed', value: formatDateTime(order.createdAt) },
        { label: 'Last changed', value: formatDateTime(order.updatedAt) },
      ]}
      more={(order) => (
        <>
          {order.isTest && <p className="text-sm text-ink-muted">A test order of the shop platform: it is in no figure.</p>}
          {order.unreadLines > 0 && (
            <p className="rounded-lg bg-warn-soft p-3 text-sm text-warn-ink">
              {order.unreadLines === 1 ? 'A line' : `${order.unreadLines} lines`} of this order could not be read. Look at the order in
              Shopify’s admin.
            </p>
          )}
          <SaleSection order={order} />
          <OrderLines order={order} />
          {may('credit', 'read') && (
            <DisabledForReaders of="credit">
              <OrderPayments id={order.id} />
            </DisabledForReaders>
          )}
          {may('invoices', 'read') && <OrderBill id={order.id} />}
        </>
      )}
    />
  )
}
