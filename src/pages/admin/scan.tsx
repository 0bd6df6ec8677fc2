import { ScanScreen } from '~/features/catalogue/scanning/scan-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { type AdminPageProps, adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ScanPage({ viewer }: AdminPageProps) {
  return <ScanScreen scopes={viewer.scopes} />
}
ScanPage.getLayout = adminLayout('Scan')
