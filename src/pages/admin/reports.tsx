import { adminLayout } from '~/features/office/shell/admin-page'
import { ReportsScreen } from '~/features/office/reports/reports-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ReportsPage() {
  return <ReportsScreen />
}
ReportsPage.getLayout = adminLayout('Reports')
