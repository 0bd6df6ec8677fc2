import { useRouter } from 'next/router'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { CustomerScreen } from '~/features/identity/customers/customer-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { customerPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(customerPage)

export default function CustomerAdminPage() {
  const id = String(useRouter().query.id)
  return (
    <>
      <CustomerScreen key={id} id={id} />
      <AskForProof />
    </>
  )
}
CustomerAdminPage.getLayout = adminLayout('Customer')
