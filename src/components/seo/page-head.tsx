import { type ReactElement, Suspense, lazy, useState } from 'react'
import Head from 'next/head'
import type { SiteSettings } from '~/contracts/site/settings'
import { useHydrated } from '~/lib/page-lifecycle'
import { paths, socialCardOf } from '~/lib/paths'
import { structuredDataHtml, type StructuredDataProps } from './structured-data'

const LateStructuredData = lazy(() => import('./structured-data').then((module) => ({ default: module.LateStructuredData })))

/** The server writes it for the first page, and React leaves it untouched, so that browsers load no code for it (requirements §2). */
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
  /** Without a trailing slash. */
  siteUrl: string
  /** For example '/trade-in'; undefined on error pages. */
  path?: string
  title?: string
  description?: string
  noIndex?: boolean
  products?: StructuredDataProps['products']
  content?: ReactElement | false | undefined
}

/** (requirements §2) Render no other `Head`: Next removes everything from the document's head that no `Head` of the page has. */
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
  // Records and pages hidden from search engines have no card of their own.
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
