import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { HomeScreen } from '~/features/home/home-screen'
import { Calculator } from '~/features/trade-in/calculator'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings', 'machines')

export default function HomePage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, machines, siteUrl, shopUrl } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo settings={settings} siteUrl={siteUrl} path={paths.home} />
      <HomeScreen settings={settings} calculator={<Calculator machines={machines} contactEmail={settings.contact_email} />} />
    </SiteLayout>
  )
}
