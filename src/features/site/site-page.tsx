import type { ComponentProps, ReactNode } from 'react'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import type { SiteData, SitePageProps } from '~/contracts/site'
import { CartButton } from './cart/cart-button'
import { CookieConsent } from './cookie-consent/cookie-consent'
import { CookieSettingsButton } from './cookie-consent/cookie-settings-button'
import { AccountLinks } from './visitor/account-links'
import { AccountSlot } from './visitor/account-slot'
import { dashboardHref } from './visitor/dashboard-href'
import { useVisitor } from './visitor/use-visitor'

interface PublicPageProps extends Omit<ComponentProps<typeof Seo>, 'settings' | 'siteUrl'> {
  /** The page's props, live or as they were when the page was made. */
  site: Pick<SiteData, 'settings'> & SitePageProps
  children: ReactNode
}

/** A public page around its screen: header with cart, footer, cookie consent, and what search engines read. */
export function SitePage({ site, children, ...page }: PublicPageProps) {
  const { settings, siteUrl, shopUrl, googleTagId } = site
  const visitor = useVisitor()
  return (
    <SiteLayout
      settings={settings}
      cart={<CartButton shopUrl={shopUrl} />}
      cookieSettings={<CookieSettingsButton />}
      consent={<CookieConsent googleTagId={googleTagId} />}
      account={{
        bar: <AccountSlot visitor={visitor} />,
        menu: <AccountLinks visitor={visitor} />,
        dashboardHref: dashboardHref(visitor),
      }}
    >
      <Seo settings={settings} siteUrl={siteUrl} {...page} />
      {children}
    </SiteLayout>
  )
}
