import { TradeInsScreen } from '~/features/cases/office/trade-ins/trade-ins-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function TradeInsAdminPage() {
  return <TradeInsScreen />
}
TradeInsAdminPage.getLayout = adminLayout('Trade-in Management')
