import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import Content, { sections } from '~/content/legal/privacy-policy.mdx'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { LegalScreen } from '~/features/legal/legal-screen'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/legal-page'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = legalPage

const title = 'Privacy Policy'

export default function PrivacyPolicyPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl, madeOn } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.privacyPolicy}
        title={title}
        description="What personal data we collect and why, who sees it, how long we keep it, and what you can ask of us under UK data protection law."
      />
      <LegalScreen title={title} settings={settings} madeOn={madeOn} content={Content} sections={sections} />
    </SiteLayout>
  )
}
