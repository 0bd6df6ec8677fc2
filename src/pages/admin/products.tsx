import { AdminLayout } from '~/components/layouts/admin-layout'
import { ProductAdminScreen } from '~/features/product-admin/product-admin-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = adminPage

export default function ProductsAdminPage({ viewer }: AdminPageProps) {
  return (
    <TrpcProvider>
      <AdminLayout title="Product Management" viewer={viewer}>
        <ProductAdminScreen />
      </AdminLayout>
    </TrpcProvider>
  )
}
