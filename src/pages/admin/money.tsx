import { MoneyScreen } from '~/features/billing/office/money-screen'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function MoneyPage() {
  return (
    <>
      <MoneyScreen />
      <AskForProof />
    </>
  )
}
MoneyPage.getLayout = adminLayout('Money')
