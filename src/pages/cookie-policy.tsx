import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import Content, { sections } from '~/content/legal/cookie-policy.mdx'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { LegalScreen } from '~/features/legal/legal-screen'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/legal-page'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = legalPage

const title = 'Cookie Policy'
const cookieSettings = <CookieSettingsButton />

export default function CookiePolicyPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl, madeOn } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={cookieSettings}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.cookiePolicy}
        title={title}
        description="Which cookies this site uses, with examples, how long each category lasts, and how you change your choice at any time."
      />
      <LegalScreen
        title={title}
        settings={settings}
        madeOn={madeOn}
        content={Content}
        sections={sections}
        cookieSettings={cookieSettings}
      />
    </SiteLayout>
  )
}
