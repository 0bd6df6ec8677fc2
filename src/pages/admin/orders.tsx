import { onDemand } from '~/components/ui/on-demand'
import { OrdersScreen } from '~/features/stock/orders/orders-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

const CustomerPicker = onDemand(() => import('~/features/cases/office/parts/customer-picker').then((module) => module.CustomerPicker))

export const getServerSideProps = withHead(adminPage)

export default function OrdersPage() {
  return <OrdersScreen customerPart={<CustomerPicker owner={undefined} />} />
}
OrdersPage.getLayout = adminLayout('Order Management')
