import type { ComponentProps, ReactNode } from 'react'
import { SiteLayout } from '~/components/layouts/site-layout'
import { PageHead, type PageHeadProps } from '~/components/seo/page-head'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { ConsentPlace } from './cookie-consent/consent-place'
import { createShared } from '~/lib/shared-value'
import { dashboardHref } from '~/features/site/visitor/use-visitor'
import { SiteTop } from './site-top'
import { useVisitor } from './visitor/use-visitor'
import { SiteFooter } from '~/components/layouts/site-footer'
import { CookieSettingsButton } from './cookie-consent/cookie-settings-button'

interface PublicPageProps extends Omit<PageHeadProps, 'settings' | 'siteUrl' | 'content'> {
  /** The page's props, live or as they were when the page was made. */
  site: Pick<SiteData, 'settings'> & SitePageProps
  children: ReactNode
}

/** Stands where the page's screen is, which is kept as it is behind it (contact-coming.tsx). */
export const inPlaceOfScreen = createShared<ReactNode>(null)

/** A public page around its screen: header with cart, footer, cookie consent, and what search engines read. */
export function SitePage({ site, children, ...page }: PublicPageProps) {
  const { settings, siteUrl, shopUrl, googleTagId } = site
  const visitor = useVisitor()
  const inPlace = inPlaceOfScreen.use()
  return (
    <SiteLayout
      header={<SiteTop companyName={settings.company_name} shopUrl={shopUrl} visitor={visitor} />}
      footer={<SiteEnd settings={settings} dashboardHref={dashboardHref(visitor)} />}
      consent={<ConsentPlace googleTagId={googleTagId} />}
    >
      <PageHead settings={settings} siteUrl={siteUrl} {...page} />
      {inPlace}
      <div hidden={inPlace !== null}>{children}</div>
    </SiteLayout>
  )
}

/** The footer with its Cookie Settings control. */
function SiteEnd(props: Omit<ComponentProps<typeof SiteFooter>, 'cookieSettings'>) {
  return <SiteFooter {...props} cookieSettings={<CookieSettingsButton />} />
}
