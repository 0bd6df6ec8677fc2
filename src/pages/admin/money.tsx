import { MoneyScreen } from '~/features/credit/billing/office/money-screen'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { adminLayout } from '~/features/office/shell/admin-page'
import { type AdminPageProps, adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function MoneyPage({ viewer }: AdminPageProps) {
  return (
    <>
      <MoneyScreen scopes={viewer.scopes} />
      <AskForProof />
    </>
  )
}
MoneyPage.getLayout = adminLayout('Money')
