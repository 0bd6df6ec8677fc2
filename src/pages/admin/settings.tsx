import { adminLayout } from '~/features/office/shell/admin-page'
import { SettingsScreen } from '~/features/site/settings/settings-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function SettingsPage() {
  return <SettingsScreen />
}
SettingsPage.getLayout = adminLayout('Website Settings')
