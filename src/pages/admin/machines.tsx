import { ImportRecords } from '~/features/admin-import/import-records'
import { adminLayout } from '~/features/admin-shell/admin-page'
import { MachinesScreen } from '~/features/admin-machines/machines-screen'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function MachinesPage() {
  return <MachinesScreen importing={<ImportRecords noun="machines" />} />
}
MachinesPage.getLayout = adminLayout('Machine Catalog')
