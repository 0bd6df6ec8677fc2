import { PartTypesScreen } from '~/features/stock/parts/part-types-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function PartTypesPage() {
  return <PartTypesScreen />
}
PartTypesPage.getLayout = adminLayout('Part types')
