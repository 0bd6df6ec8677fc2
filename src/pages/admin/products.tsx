import { AdminPage } from '~/features/back-office/admin-page'
import { ProductAdminScreen } from '~/features/product-admin/product-admin-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ProductsAdminPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Product Management" viewer={viewer} head={head}>
      <ProductAdminScreen />
    </AdminPage>
  )
}
