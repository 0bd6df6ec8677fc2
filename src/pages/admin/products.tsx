import { AdminPage } from '~/features/admin-shell/admin-page'
import { AdminProductsScreen } from '~/features/admin-products/products-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ProductsAdminPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Product Management" viewer={viewer} head={head}>
      <AdminProductsScreen />
    </AdminPage>
  )
}
