import { EmailRulesButton } from '~/features/cases/office/email-rules'
import { adminLayout } from '~/features/office/shell/admin-page'
import { TradeInsScreen } from '~/features/cases/office/trade-ins/trade-ins-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function TradeInsAdminPage() {
  return <TradeInsScreen actions={<EmailRulesButton noun="tradeIns" />} />
}
TradeInsAdminPage.getLayout = adminLayout('Trade-in Management')
