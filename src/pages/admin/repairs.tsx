import { adminLayout } from '~/features/admin-shell/admin-page'
import { RepairsScreen } from '~/features/admin-repairs/repairs-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function RepairsAdminPage() {
  return <RepairsScreen />
}
RepairsAdminPage.getLayout = adminLayout('Repair Management')
