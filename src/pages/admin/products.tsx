import { ImportRecords } from '~/features/admin-import/import-records'
import { adminLayout } from '~/features/admin-shell/admin-page'
import { AdminProductsScreen } from '~/features/admin-products/products-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ProductsAdminPage() {
  return <AdminProductsScreen importing={<ImportRecords noun="products" />} />
}
ProductsAdminPage.getLayout = adminLayout('Product Management')
