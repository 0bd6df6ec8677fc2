import { AdminPage } from '~/features/back-office/admin-page'
import { RepairAdminScreen } from '~/features/repair-admin/repair-admin-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function RepairsAdminPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="Repair Management" viewer={viewer}>
      <RepairAdminScreen />
    </AdminPage>
  )
}
