import { ImportRecords } from '~/features/catalogue/import/import-records'
import { UnitsScreen } from '~/features/stock/units/units-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function UnitsPage() {
  return <UnitsScreen importing={<ImportRecords noun="units" />} />
}
UnitsPage.getLayout = adminLayout('Units')
