import { ImportRecords } from '~/features/catalogue/import/import-records'
import { adminLayout } from '~/features/office/shell/admin-page'
import { MachinesScreen } from '~/features/catalogue/machines/machines-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function MachinesPage() {
  return <MachinesScreen importing={<ImportRecords noun="machines" />} />
}
MachinesPage.getLayout = adminLayout('Machine Catalog')
