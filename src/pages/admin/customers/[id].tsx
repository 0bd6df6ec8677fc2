import { useRouter } from 'next/router'
import { CustomerScreen } from '~/features/identity/customers/customer-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { customerPage, type AdminPageProps } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(customerPage)

export default function CustomerAdminPage({ viewer }: AdminPageProps) {
  const id = String(useRouter().query.id)
  return <CustomerScreen key={id} id={id} scopes={viewer.scopes} />
}
CustomerAdminPage.getLayout = adminLayout('Customer')
