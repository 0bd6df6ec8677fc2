import { useState } from 'react'
import type { SiteSettings } from '~/contracts/settings'
import { breadcrumbData, businessData, productListData, websiteData } from '~/lib/structured-data'
import { useHydrated } from '~/lib/use-hydrated'

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
export function StructuredData(props: StructuredDataProps) {
  const hydrated = useHydrated()
  const [cameWithPage] = useState(!hydrated)
  if (!cameWithPage) return null
  const texts = typeof window === 'undefined' ? textsOf(props) : {}
  const ids = ['business', 'website', 'breadcrumbs', ...(props.products.length > 0 ? ['content'] : [])]
  return ids.map((id) => (
    <script key={id} id={id} type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: texts[id] ?? '' }} />
  ))
}
