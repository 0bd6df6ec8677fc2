import { EmailFilesScreen } from '~/features/office/emails/email-files-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { emailFilesPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(emailFilesPage)

export default function OutgoingEmailsPage() {
  return <EmailFilesScreen />
}
OutgoingEmailsPage.getLayout = adminLayout('Outgoing Emails')
