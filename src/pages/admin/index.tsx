import { AdminPage } from '~/features/admin-shell/admin-page'
import { DashboardScreen } from '~/features/admin-dashboard/dashboard-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function DashboardPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Dashboard" viewer={viewer} head={head}>
      <DashboardScreen />
    </AdminPage>
  )
}
