import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import Content, { sections } from '~/content/legal/returns-refunds.mdx'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { LegalScreen } from '~/features/legal/legal-screen'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/legal-page'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = legalPage

const title = 'Returns & Refunds Policy'

export default function ReturnsRefundsPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl, madeOn } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.returnsRefunds}
        title={title}
        description="What we take back and how: the 14-day cooling-off, faulty goods, change-of-mind returns, restocking fees, the steps of a return and refund times."
      />
      <LegalScreen title={title} settings={settings} madeOn={madeOn} content={Content} sections={sections} />
    </SiteLayout>
  )
}
