import { AdminLayout } from '~/components/layouts/admin-layout'
import { DashboardScreen } from '~/features/dashboard/dashboard-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = adminPage

export default function DashboardPage({ viewer }: AdminPageProps) {
  return (
    <TrpcProvider>
      <AdminLayout title="Dashboard" viewer={viewer}>
        <DashboardScreen />
      </AdminLayout>
    </TrpcProvider>
  )
}
