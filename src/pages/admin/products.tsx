import { ImportRecords } from '~/features/catalogue/import/import-records'
import { adminLayout } from '~/features/office/shell/admin-page'
import { AdminProductsScreen } from '~/features/catalogue/products/products-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ProductsAdminPage() {
  return <AdminProductsScreen importing={<ImportRecords noun="products" />} />
}
ProductsAdminPage.getLayout = adminLayout('Product Management')
