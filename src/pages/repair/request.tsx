import type { InferGetStaticPropsType } from 'next'
import { RepairRequestScreen } from '~/features/cases/customer/requests/request-screen'
import { SitePage } from '~/features/site/site-page'
import { useKnownVisitor } from '~/features/site/visitor/use-visitor'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function RequestRepairPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const visitor = useKnownVisitor()
  return (
    <SitePage
      site={site}
      path={paths.requestRepair}
      title="Request a repair online"
      description="Ask for the repair of a hashboard, control board or power supply online: choose the service, say what it does wrong, add pictures, and get your number and an estimate."
    >
      <RepairRequestScreen contactEmail={site.settings.contact_email} signedInAs={visitor && !visitor.needsCode ? visitor.email : null} />
    </SitePage>
  )
}
