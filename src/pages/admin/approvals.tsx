import { ApprovalsScreen } from '~/features/office/approvals/approvals-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage, type AdminPageProps } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ApprovalsPage({ viewer }: AdminPageProps) {
  return <ApprovalsScreen scopes={viewer.scopes} />
}
ApprovalsPage.getLayout = adminLayout('Approvals')
