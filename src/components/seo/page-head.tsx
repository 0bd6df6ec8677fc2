import { type ReactElement, Suspense, lazy, useState } from 'react'
import Head from 'next/head'
import type { SiteSettings } from '~/contracts/site/settings'
import { useHydrated } from '~/lib/page-lifecycle'
import { paths, socialCardOf } from '~/lib/paths'
import { structuredDataHtml, type StructuredDataProps } from './structured-data'

const LateStructuredData = lazy(() => import('./structured-data').then((module) => ({ default: module.LateStructuredData })))

/**
 * The structured data of a page (requirements §2). Those of the page that a visitor comes to are written by the server, and React leaves
 * them as they came: no browser loads code for them. Those of a page that a link within the site leads to are written in the
 * browser.
 */
function StructuredData(props: StructuredDataProps) {
  const hydrated = useHydrated()
  const [cameWithPage] = useState(!hydrated)
  return cameWithPage ? (
    <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? structuredDataHtml(props) : '' }} />
  ) : (
    <Suspense>
      <LateStructuredData {...props} />
    </Suspense>
  )
}

export interface PageHeadProps {
  settings: SiteSettings
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The page's path, e.g. '/trade-in'; an error page, which stands at any address, has none. */
  path?: string
  /** The page's own title; the home page has the site's. */
  title?: string
  /** The page's own description; the site's where it has none. */
  description?: string
  /** Not for search engines. */
  noIndex?: boolean
  /** The products that the page is about. */
  products?: StructuredDataProps['products']
  /** Extra elements for this page's head. */
  content?: ReactElement | false | undefined
}

/**
 * Title, description, keywords, canonical address, social-card tags and structured data of a page (requirements §2).
 *
 * A page has one of these and no other `Head`: Next takes everything out of the document's head that no `Head` on the page
 * says, the server's tags too.
 */
export function PageHead({
  settings,
  siteUrl,
  path,
  title,
  description = settings.meta_description,
  noIndex = false,
  products = [],
  content = false,
}: PageHeadProps) {
  const fullTitle = title === undefined ? settings.site_title : `${title} | ${settings.company_name}`
  const url = path !== undefined && `${siteUrl}${path}`
  // Records and pages that are not for search engines have no card of their own.
  const hasCard = path !== undefined && !noIndex && !path.startsWith(`${paths.products}/`)
  const image = siteUrl + socialCardOf(hasCard ? path : paths.home)
  const social = {
    'og:type': 'website',
    'og:site_name': settings.company_name,
    'og:locale': 'en_GB',
    'og:title': fullTitle,
    'og:description': description,
    ...(url && { 'og:url': url }),
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `${settings.company_name}: ${title ?? settings.company_tagline}`,
  }
  const twitter = {
    'twitter:card': 'summary_large_image',
    'twitter:title': fullTitle,
    'twitter:description': description,
    'twitter:image': image,
  }
  return (
    <>
      <Head>
        <title>{fullTitle}</title>
        <meta key="description" name="description" content={description} />
        <meta key="keywords" name="keywords" content={settings.meta_keywords} />
        <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />
        {noIndex && <meta key="robots" name="robots" content="noindex" />}
        {url && <link key="canonical" rel="canonical" href={url} />}
        {Object.entries(social).map(([property, value]) => (
          <meta key={property} property={property} content={value} />
        ))}
        {Object.entries(twitter).map(([name, value]) => (
          <meta key={name} name={name} content={value} />
        ))}
        {content}
      </Head>
      <StructuredData settings={settings} siteUrl={siteUrl} page={{ name: title ?? 'Home', path }} products={products} />
    </>
  )
}
