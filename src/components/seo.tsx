import Head from 'next/head'
import type { SiteSettings } from '~/contracts/settings'

interface SeoProps {
  settings: SiteSettings
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The page's path, e.g. '/trade-in'. */
  path: string
  /** The page's own title; the home page has the site's. */
  title?: string
  /** The page's own description; the site's where it has none. */
  description?: string
  noIndex?: boolean
}

/** Title, description and social-card tags of a public page (spec §2). */
export function Seo({ settings, siteUrl, path, title, description = settings.meta_description, noIndex = false }: SeoProps) {
  const fullTitle = title === undefined ? settings.site_title : `${title} | ${settings.company_name}`
  const url = `${siteUrl}${path}`
  return (
    <Head>
      <title>{fullTitle}</title>
      <meta key="description" name="description" content={description} />
      <meta key="keywords" name="keywords" content={settings.meta_keywords} />
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />
      {noIndex ? <meta key="robots" name="robots" content="noindex" /> : <link key="canonical" rel="canonical" href={url} />}
      <meta key="og:type" property="og:type" content="website" />
      <meta key="og:site_name" property="og:site_name" content={settings.company_name} />
      <meta key="og:locale" property="og:locale" content="en_GB" />
      <meta key="og:title" property="og:title" content={fullTitle} />
      <meta key="og:description" property="og:description" content={description} />
      <meta key="og:url" property="og:url" content={url} />
      <meta key="twitter:card" name="twitter:card" content="summary" />
      <meta key="twitter:title" name="twitter:title" content={fullTitle} />
      <meta key="twitter:description" name="twitter:description" content={description} />
    </Head>
  )
}
