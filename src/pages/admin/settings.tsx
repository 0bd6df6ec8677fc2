import { AdminPage } from '~/features/admin-shell/admin-page'
import { SettingsScreen } from '~/features/admin-settings/settings-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function SettingsPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Website Settings" viewer={viewer} head={head}>
      <SettingsScreen />
    </AdminPage>
  )
}
