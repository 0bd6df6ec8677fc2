import { EmailRulesButton } from '~/features/cases/office/email-rules'
import { adminLayout } from '~/features/office/shell/admin-page'
import { RepairsScreen } from '~/features/cases/office/repairs/repairs-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function RepairsAdminPage() {
  return <RepairsScreen actions={<EmailRulesButton noun="repairs" />} />
}
RepairsAdminPage.getLayout = adminLayout('Repair Management')
