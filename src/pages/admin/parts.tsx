import { ImportRecords } from '~/features/catalogue/import/import-records'
import { PartsScreen } from '~/features/stock/parts/parts-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function PartsPage() {
  return <PartsScreen importing={<ImportRecords noun="parts" />} />
}
PartsPage.getLayout = adminLayout('Parts')
