import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { TradeInScreen } from '~/features/trade-in/trade-in-screen'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings', 'machines')

export default function TradeInPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, machines, siteUrl, shopUrl } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.tradeIn}
        title="Trade in ASIC miners and GPU rigs for store credit"
        description="See what your used mining hardware is worth in store credit, machine by machine and condition by condition. Verified within 2-3 business days; the credit never expires."
      />
      <TradeInScreen machines={machines} contactEmail={settings.contact_email} />
    </SiteLayout>
  )
}
