import { AdminPage } from '~/features/back-office/admin-page'
import { SettingsScreen } from '~/features/settings/settings-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function SettingsPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="Website Settings" viewer={viewer}>
      <SettingsScreen />
    </AdminPage>
  )
}
