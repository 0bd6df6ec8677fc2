import { AdminPage } from '~/features/back-office/admin-page'
import { UsersScreen } from '~/features/users/users-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function UsersPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="User Management" viewer={viewer}>
      <UsersScreen viewer={viewer} />
    </AdminPage>
  )
}
