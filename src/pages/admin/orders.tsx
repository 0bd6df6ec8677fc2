import { AdminPage } from '~/features/admin-shell/admin-page'
import { OrdersScreen } from '~/features/admin-orders/orders-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function OrdersPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Order Management" viewer={viewer} head={head}>
      <OrdersScreen />
    </AdminPage>
  )
}
