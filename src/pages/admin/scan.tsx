import { ScanScreen } from '~/features/stock/scanning/scan-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ScanPage() {
  return <ScanScreen />
}
ScanPage.getLayout = adminLayout('Scan')
