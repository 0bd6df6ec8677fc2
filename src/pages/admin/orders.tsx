import { AdminLayout } from '~/components/layouts/admin-layout'
import { OrdersScreen } from '~/features/orders/orders-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = adminPage

export default function OrdersPage({ viewer }: AdminPageProps) {
  return (
    <TrpcProvider>
      <AdminLayout title="Order Management" viewer={viewer}>
        <OrdersScreen />
      </AdminLayout>
    </TrpcProvider>
  )
}
