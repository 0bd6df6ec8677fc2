import { AdminPage } from '~/features/back-office/admin-page'
import { MachinesScreen } from '~/features/machines/machines-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function MachinesPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="Machine Catalog" viewer={viewer}>
      <MachinesScreen />
    </AdminPage>
  )
}
