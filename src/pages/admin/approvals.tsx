import { ApprovalsScreen } from '~/features/office/approvals/approvals-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ApprovalsPage() {
  return <ApprovalsScreen />
}
ApprovalsPage.getLayout = adminLayout('Approvals')
