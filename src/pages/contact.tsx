import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { CartButton } from '~/features/cart/cart-button'
import { ContactScreen } from '~/features/contact/contact-screen'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function ContactPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.contact}
        title="Contact us"
        description="Write to us about a trade-in, a repair, a bulk order or a machine that misbehaves. Answers within 24 hours; office hours, address and the questions most people ask."
      />
      <ContactScreen settings={settings} />
    </SiteLayout>
  )
}
