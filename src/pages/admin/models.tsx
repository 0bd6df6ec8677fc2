import { ModelsScreen } from '~/features/catalogue/models/models-screen'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function ModelsPage() {
  return <ModelsScreen />
}
ModelsPage.getLayout = adminLayout('Models')
