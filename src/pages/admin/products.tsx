import { AdminPage } from '~/features/back-office/admin-page'
import { ProductAdminScreen } from '~/features/product-admin/product-admin-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function ProductsAdminPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="Product Management" viewer={viewer}>
      <ProductAdminScreen />
    </AdminPage>
  )
}
