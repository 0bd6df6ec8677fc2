import { onDemand } from '~/components/ui/on-demand'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

// Its forms do not fit into the page's first load.
const NetworkScreen = onDemand(() => import('~/features/catalogue/network/network-screen').then((module) => module.NetworkScreen))

export const getServerSideProps = withHead(adminPage)

export default function NetworkPage() {
  return <NetworkScreen />
}
NetworkPage.getLayout = adminLayout('Network Figures')
