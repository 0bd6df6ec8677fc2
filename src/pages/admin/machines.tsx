import { AdminPage } from '~/features/admin-shell/admin-page'
import { MachinesScreen } from '~/features/admin-machines/machines-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function MachinesPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Machine Catalog" viewer={viewer} head={head}>
      <MachinesScreen />
    </AdminPage>
  )
}
