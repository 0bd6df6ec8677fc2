import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { AboutScreen } from '~/features/about/about-screen'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function AboutPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.about}
        title="About us"
        description="Who sells, mends and takes back mining hardware in London: our figures, our mission, what we value, who answers for what, and how machines live longer."
      />
      <AboutScreen settings={settings} />
    </SiteLayout>
  )
}
