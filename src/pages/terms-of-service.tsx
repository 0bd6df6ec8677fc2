import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import Content, { sections } from '~/content/legal/terms-of-service.mdx'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { LegalScreen } from '~/features/legal/legal-screen'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/legal-page'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = legalPage

const title = 'Terms of Service'

export default function TermsOfServicePage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl, madeOn } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.termsOfService}
        title={title}
        description="The terms for orders, payment, delivery, trade-ins and repairs: who can buy, when the contract is made, and what happens when something goes wrong."
      />
      <LegalScreen title={title} settings={settings} madeOn={madeOn} content={Content} sections={sections} />
    </SiteLayout>
  )
}
