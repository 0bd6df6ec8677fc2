import { adminLayout } from '~/features/office/shell/admin-page'
import { DashboardScreen } from '~/features/office/dashboard/dashboard-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function DashboardPage() {
  return <DashboardScreen />
}
DashboardPage.getLayout = adminLayout('Dashboard')
