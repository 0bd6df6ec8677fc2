import { CreditScreen } from '~/features/credit/office/credit-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function CreditPage() {
  return <CreditScreen />
}
CreditPage.getLayout = adminLayout('Store Credit')
