import { adminLayout } from '~/features/admin-shell/admin-page'
import { OrdersScreen } from '~/features/admin-orders/orders-screen'
import { onDemand } from '~/components/ui/on-demand'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

const OrderPayments = onDemand(() => import('~/features/credit/office-payments').then((module) => module.OrderPayments))

export const getServerSideProps = withHead(adminPage)

export default function OrdersPage() {
  return <OrdersScreen payments={({ id }) => <OrderPayments id={id} />} />
}
OrdersPage.getLayout = adminLayout('Order Management')
