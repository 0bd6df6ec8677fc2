import type { InferGetStaticPropsType } from 'next'
import { Container } from '~/components/ui/container'
import { Skeleton } from '~/components/ui/loading'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { onDemand } from '~/components/ui/on-demand'
import { PageHeader } from '~/components/ui/page-header'
import { SitePage } from '~/features/site/site-page'
import { comparePath } from '~/lib/compare-path'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings', 'network', 'products')

const Meanwhile = () => <Skeleton className="h-120 no-script:hidden" />
const Estimates = onDemand(() => import('~/features/catalogue/earnings/estimates').then((module) => module.Estimates), Meanwhile)

/** Loaded with the first price. */
const keepPrice = (price: string | null) =>
  void import('~/features/site/visitor/keep-for-visitor').then(({ keepElectricityPrice }) => keepElectricityPrice(price))

export default function ComparePage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, network, products } = site
  return (
    <SitePage
      site={site}
      path={comparePath}
      title="Compare what mining machines earn"
      description="Up to four mining machines beside each other at your electricity price: coins, income, electricity, result and break-even, as ranges with growing difficulty."
    >
      <PageHeader
        title="Compare what machines earn"
        lead="Up to four machines at your electricity price: coins, income, cost and break-even, as ranges while the difficulty grows."
      />
      <Container className="min-h-160 py-12">
        <NeedsScripts what="The comparison" contactEmail={settings.contact_email} phoneNumber={settings.phone_number} />
        <Estimates network={network} products={products} onPrice={keepPrice} />
      </Container>
    </SitePage>
  )
}
