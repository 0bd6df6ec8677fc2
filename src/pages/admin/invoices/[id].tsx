import { useRouter } from 'next/router'
import { InvoicePage } from '~/features/billing/office/invoice-page'
import { adminLayout } from '~/features/office/shell/admin-page'
import { invoicePage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(invoicePage)

export default function InvoiceAdminPage() {
  const id = String(useRouter().query.id)
  return <InvoicePage key={id} id={id} />
}
InvoiceAdminPage.getLayout = adminLayout('Invoice')
