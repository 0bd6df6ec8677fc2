import { AdminPage } from '~/features/admin-shell/admin-page'
import { TradeInsScreen } from '~/features/admin-trade-ins/trade-ins-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function TradeInsAdminPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="Trade-in Management" viewer={viewer} head={head}>
      <TradeInsScreen />
    </AdminPage>
  )
}
