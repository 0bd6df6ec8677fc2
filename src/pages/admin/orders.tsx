import { adminLayout } from '~/features/admin-shell/admin-page'
import { OrdersScreen } from '~/features/admin-orders/orders-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function OrdersPage() {
  return <OrdersScreen />
}
OrdersPage.getLayout = adminLayout('Order Management')
