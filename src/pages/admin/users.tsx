import { AskForProof } from '~/features/auth/ask-for-proof'
import { AdminPage } from '~/features/admin-shell/admin-page'
import { UsersScreen } from '~/features/admin-users/users-screen'
import { adminPage, type AdminPageProps } from '~/server/auth/page-guards'
import { withHead, type HeadProps } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function UsersPage({ viewer, head }: AdminPageProps & HeadProps) {
  return (
    <AdminPage title="User Management" viewer={viewer} head={head}>
      <UsersScreen viewer={viewer} />
      <AskForProof />
    </AdminPage>
  )
}
