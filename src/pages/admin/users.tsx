import { AdminLayout } from '~/components/layouts/admin-layout'
import { UsersScreen } from '~/features/users/users-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = adminPage

export default function UsersPage({ viewer }: AdminPageProps) {
  return (
    <TrpcProvider>
      <AdminLayout title="User Management" viewer={viewer}>
        <UsersScreen viewer={viewer} />
      </AdminLayout>
    </TrpcProvider>
  )
}
