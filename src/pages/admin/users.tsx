import { ImportRecords } from '~/features/catalogue/import/import-records'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { NewsletterSubscribers } from '~/features/site/newsletter/newsletter-subscribers'
import { adminLayout } from '~/features/office/shell/admin-page'
import { UsersScreen } from '~/features/identity/users/users-screen'
import { adminPage, type AdminPageProps } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function UsersPage({ viewer }: AdminPageProps) {
  return (
    <>
      <UsersScreen viewer={viewer} newsletter={<NewsletterSubscribers />} importing={<ImportRecords noun="users" />} />
      <AskForProof />
    </>
  )
}
UsersPage.getLayout = adminLayout('User Management')
