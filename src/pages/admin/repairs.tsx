import { AdminPage } from '~/features/admin-shell/admin-page'
import { RepairsScreen } from '~/features/admin-repairs/repairs-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function RepairsAdminPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Repair Management" viewer={viewer} head={head}>
      <RepairsScreen />
    </AdminPage>
  )
}
