import { AdminPage } from '~/features/back-office/admin-page'
import { TradeInAdminScreen } from '~/features/trade-in-admin/trade-in-admin-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'

export const getServerSideProps = adminPage

export default function TradeInsAdminPage({ viewer }: AdminPageProps) {
  return (
    <AdminPage title="Trade-in Management" viewer={viewer}>
      <TradeInAdminScreen />
    </AdminPage>
  )
}
