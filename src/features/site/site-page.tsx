import type { ComponentProps, ReactNode } from 'react'
import { late } from '~/components/late'
import { SiteLayout } from '~/components/layouts/site-layout'
import type { SiteData, SitePageProps } from '~/contracts/site'
import { ConsentPlace } from './cookie-consent/consent-place'
import { dashboardHref } from './visitor/dashboard-href'
import type { Seo } from './seo'
import { useVisitor } from './visitor/use-visitor'

const LateSeo = late(() => import('./seo').then((module) => module.Seo))
const Top = late(() => import('./site-top').then((module) => module.SiteTop))
const End = late(() => import('./site-end').then((module) => module.SiteEnd))

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
      header={<Top companyName={settings.company_name} shopUrl={shopUrl} visitor={visitor} />}
      footer={<End settings={settings} dashboardHref={dashboardHref(visitor)} />}
      consent={<ConsentPlace googleTagId={googleTagId} />}
    >
      <LateSeo settings={settings} siteUrl={siteUrl} {...page} />
      {children}
    </SiteLayout>
  )
}
