import { EmailRulesButton } from '~/features/admin-cases/email-rules'
import { adminLayout } from '~/features/admin-shell/admin-page'
import { TradeInsScreen } from '~/features/admin-trade-ins/trade-ins-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function TradeInsAdminPage() {
  return <TradeInsScreen actions={<EmailRulesButton noun="tradeIns" />} />
}
TradeInsAdminPage.getLayout = adminLayout('Trade-in Management')
