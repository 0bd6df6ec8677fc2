import { RepairsScreen } from '~/features/cases/office/repairs/repairs-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function RepairsAdminPage() {
  return <RepairsScreen />
}
RepairsAdminPage.getLayout = adminLayout('Repair Management')
