import { type ComponentProps, type ReactElement, useState } from 'react'
import type { SiteSettings } from '~/contracts/settings'
import { breadcrumbData, businessData, productListData, websiteData } from '~/lib/structured-data'
import { useHydrated } from '~/lib/page-lifecycle'
import Head from 'next/head'
import { paths, publicPages, socialCardOf } from '~/lib/paths'

interface StructuredDataProps {
  settings: SiteSettings
  siteUrl: string
  page: { name: string; path: string }
  /** The products that the page is about. */
  products: Parameters<typeof productListData>[0]
}

/** What search engines read of a page, by the id of its element. A `<` could end the element, so it is written as an escape. */
const textsOf = ({ settings, siteUrl, page, products }: StructuredDataProps): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      business: businessData(settings, siteUrl),
      website: websiteData(settings, siteUrl),
      breadcrumbs: breadcrumbData(siteUrl, page),
      content: productListData(products, siteUrl),
    }).map(([id, data]) => [id, JSON.stringify(data).replaceAll('<', '\\u003c')]),
  )

/**
 * The structured data of a page (spec §2), said by the server alone, with code that no browser loads: React leaves the
 * HTML as it came. A search engine asks for every page, so one that is reached by a link has none.
 */
function StructuredData(props: StructuredDataProps) {
  const hydrated = useHydrated()
  const [cameWithPage] = useState(!hydrated)
  if (!cameWithPage) return null
  const texts = typeof window === 'undefined' ? textsOf(props) : {}
  const ids = ['business', 'website', 'breadcrumbs', ...(props.products.length > 0 ? ['content'] : [])]
  return ids.map((id) => (
    <script key={id} id={id} type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: texts[id] ?? '' }} />
  ))
}

export interface PageHeadProps {
  settings: SiteSettings
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The page's path, e.g. '/trade-in'. */
  path: string
  /** The page's own title; the home page has the site's. */
  title?: string
  /** The page's own description; the site's where it has none. */
  description?: string
  /** Not for search engines. */
  noIndex?: boolean
  /** The products that the page is about. */
  products?: ComponentProps<typeof StructuredData>['products']
  /** What this page's head has beside those of all pages. */
  content?: ReactElement | false | undefined
}

/**
 * Title, description, keywords, canonical address, social-card tags and structured data of a page (spec §2).
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
  const url = `${siteUrl}${path}`
  // Only public pages have a card of their own.
  const image = `${siteUrl}${socialCardOf(publicPages.find((page) => page === path) ?? paths.home)}`
  const social = {
    'og:type': 'website',
    'og:site_name': settings.company_name,
    'og:locale': 'en_GB',
    'og:title': fullTitle,
    'og:description': description,
    'og:url': url,
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
        <link key="canonical" rel="canonical" href={url} />
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
