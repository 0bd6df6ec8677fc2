import { AdminLayout } from '~/components/layouts/admin-layout'
import { SettingsScreen } from '~/features/settings/settings-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = adminPage

export default function SettingsPage({ viewer }: AdminPageProps) {
  return (
    <TrpcProvider>
      <AdminLayout title="Website Settings" viewer={viewer}>
        <SettingsScreen />
      </AdminLayout>
    </TrpcProvider>
  )
}
