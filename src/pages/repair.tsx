import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { RepairScreen } from '~/features/repair/repair-screen'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function RepairPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, siteUrl, shopUrl } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.repair}
        title="ASIC miner repair: hashboards, control boards, power supplies"
        description="Hashboard repair from €150, control boards from €100, power supplies from €80. Turnaround of 1 to 5 days, load-tested, with a 30-day repair warranty."
      />
      <RepairScreen settings={settings} />
    </SiteLayout>
  )
}
