import type { InferGetStaticPropsType } from 'next'
import { SitePage } from '~/features/site/site-page'
import { TradeInScreen } from '~/features/site/trade-in/trade-in-screen'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings', 'machines')

export default function TradeInPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, machines } = site
  return (
    <SitePage
      site={site}
      path={paths.tradeIn}
      title="Trade in ASIC miners and GPU rigs for store credit"
      description="See what your used mining hardware is worth in store credit, machine by machine and condition by condition. Verified within 2-3 business days; the credit never expires."
    >
      <TradeInScreen machines={machines} contactEmail={settings.contact_email} onlineRequests={site.onlineRequests} />
    </SitePage>
  )
}
