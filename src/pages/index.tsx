import type { InferGetStaticPropsType } from 'next'
import { FeaturedProducts } from '~/features/catalogue/shop/featured-products'
import { HomeScreen } from '~/features/site/home/home-screen'
import { SitePage } from '~/features/site/site-page'
import { Calculator } from '~/features/site/trade-in/calculator'
import { paths } from '~/lib/paths'
import { homePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = homePage

export default function HomePage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, machines } = site
  return (
    <SitePage site={site} path={paths.home} products={props.featured}>
      <HomeScreen
        settings={settings}
        products={props.featured.length > 0 ? <FeaturedProducts products={props.featured} /> : null}
        calculator={<Calculator machines={machines} contactEmail={settings.contact_email} onlineRequests={site.onlineRequests} />}
      />
    </SitePage>
  )
}
