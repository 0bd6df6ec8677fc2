import { adminLayout } from '~/features/office/shell/admin-page'
import { OrdersScreen } from '~/features/catalogue/orders/orders-screen'
import { onDemand } from '~/components/ui/on-demand'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

const OrderPayments = onDemand(() => import('~/features/credit/customer/office-payments').then((module) => module.OrderPayments))

export const getServerSideProps = withHead(adminPage)

export default function OrdersPage() {
  return <OrdersScreen payments={({ id }) => <OrderPayments id={id} />} />
}
OrdersPage.getLayout = adminLayout('Order Management')
