import { AdminLayout } from '~/components/layouts/admin-layout'
import { MachinesScreen } from '~/features/machines/machines-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = adminPage

export default function MachinesPage({ viewer }: AdminPageProps) {
  return (
    <TrpcProvider>
      <AdminLayout title="Machine Catalog" viewer={viewer}>
        <MachinesScreen />
      </AdminLayout>
    </TrpcProvider>
  )
}
