import type { InferGetStaticPropsType } from 'next'
import { TradeInRequestScreen } from '~/features/cases/customer/requests/request-screen'
import { SitePage } from '~/features/site/site-page'
import { useKnownVisitor } from '~/features/site/visitor/use-visitor'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings', 'machines')

export default function SubmitTradeInPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const visitor = useKnownVisitor()
  return (
    <SitePage
      site={site}
      path={paths.submitTradeIn}
      title="Submit a trade-in online"
      description="Trade in one miner or a whole farm online: choose the machines and their condition, add pictures, and keep today's value while your parcel is on its way."
    >
      <TradeInRequestScreen
        machines={site.machines}
        contactEmail={site.settings.contact_email}
        signedInAs={visitor && !visitor.needsCode ? visitor.email : null}
      />
    </SitePage>
  )
}
