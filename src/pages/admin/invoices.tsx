import { InvoicesScreen } from '~/features/billing/office/invoices-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function InvoicesPage() {
  return <InvoicesScreen />
}
InvoicesPage.getLayout = adminLayout('Invoices')
