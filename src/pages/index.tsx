import type { InferGetStaticPropsType } from 'next'
import { late } from '~/components/late'
import type { SiteData } from '~/contracts/site'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

const Home = late(async () => {
  const [{ HomeScreen }, { Calculator }] = await Promise.all([
    import('~/features/home/home-screen'),
    import('~/features/trade-in/calculator'),
  ])
  return ({ settings, machines }: Pick<SiteData, 'settings' | 'machines'>) => (
    <HomeScreen settings={settings} calculator={<Calculator machines={machines} contactEmail={settings.contact_email} />} />
  )
})

export const getStaticProps = sitePage('settings', 'machines')

export default function HomePage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  return (
    <SitePage site={site} path={paths.home}>
      <Home settings={site.settings} machines={site.machines} />
    </SitePage>
  )
}
