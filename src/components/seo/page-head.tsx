import Head from 'next/head'
import type { ReactElement } from 'react'
import type { SiteSettings } from '~/contracts/settings'
import { paths, publicPages, socialCardOf } from '~/lib/paths'
import { breadcrumbData, businessData, websiteData } from '~/lib/structured-data'
import { jsonLd } from './json-ld'

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
  /** What this page's head has beside those of all pages. */
  content?: ReactElement | false | undefined
}

const CARD = { width: 1200, height: 630 }

/**
 * Title, description, keywords, canonical address, social-card tags and structured data of a page (spec §2).
 *
 * A page has one of these and no other `Head`: Next takes everything out of the document's head that no `Head` on the page
 * says, the server's tags too, so one whose code came earlier would take the title, the viewport and all the rest away for a while.
 */
export function PageHead({
  settings,
  siteUrl,
  path,
  title,
  description = settings.meta_description,
  noIndex = false,
  content = false,
}: PageHeadProps) {
  const fullTitle = title === undefined ? settings.site_title : `${title} | ${settings.company_name}`
  const url = `${siteUrl}${path}`
  // Only public pages have a card of their own.
  const image = `${siteUrl}${socialCardOf(publicPages.find((page) => page === path) ?? paths.home)}`
  return (
    <Head>
      <title>{fullTitle}</title>
      <meta key="description" name="description" content={description} />
      <meta key="keywords" name="keywords" content={settings.meta_keywords} />
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />
      {noIndex && <meta key="robots" name="robots" content="noindex" />}
      <link key="canonical" rel="canonical" href={url} />
      <meta key="og:type" property="og:type" content="website" />
      <meta key="og:site_name" property="og:site_name" content={settings.company_name} />
      <meta key="og:locale" property="og:locale" content="en_GB" />
      <meta key="og:title" property="og:title" content={fullTitle} />
      <meta key="og:description" property="og:description" content={description} />
      <meta key="og:url" property="og:url" content={url} />
      <meta key="og:image" property="og:image" content={image} />
      <meta key="og:image:type" property="og:image:type" content="image/png" />
      <meta key="og:image:width" property="og:image:width" content={String(CARD.width)} />
      <meta key="og:image:height" property="og:image:height" content={String(CARD.height)} />
      <meta key="og:image:alt" property="og:image:alt" content={`${settings.company_name}: ${title ?? settings.company_tagline}`} />
      <meta key="twitter:card" name="twitter:card" content="summary_large_image" />
      <meta key="twitter:title" name="twitter:title" content={fullTitle} />
      <meta key="twitter:description" name="twitter:description" content={description} />
      <meta key="twitter:image" name="twitter:image" content={image} />
      {jsonLd('business', businessData(settings, siteUrl))}
      {jsonLd('website', websiteData(settings, siteUrl))}
      {jsonLd('breadcrumbs', breadcrumbData(siteUrl, { name: title ?? 'Home', path }))}
      {content}
    </Head>
  )
}
