import { AdminPage } from '~/features/back-office/admin-page'
import { DashboardScreen } from '~/features/dashboard/dashboard-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function DashboardPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="Dashboard" viewer={viewer}>
      <DashboardScreen />
    </AdminPage>
  )
}
