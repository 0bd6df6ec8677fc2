import { AdminPage } from '~/features/back-office/admin-page'
import { OrdersScreen } from '~/features/orders/orders-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function OrdersPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="Order Management" viewer={viewer}>
      <OrdersScreen />
    </AdminPage>
  )
}
