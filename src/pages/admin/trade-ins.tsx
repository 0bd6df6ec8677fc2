import { AdminPage } from '~/features/back-office/admin-page'
import { TradeInAdminScreen } from '~/features/trade-in-admin/trade-in-admin-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function TradeInsAdminPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Trade-in Management" viewer={viewer} head={head}>
      <TradeInAdminScreen />
    </AdminPage>
  )
}
