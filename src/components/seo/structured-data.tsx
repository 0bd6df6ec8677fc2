import type { SiteSettings } from '~/contracts/site/settings'
import { type DescribedProduct, breadcrumbData, businessData, ownProductData, productListData, websiteData } from '~/lib/structured-data'

export interface StructuredDataProps {
  settings: SiteSettings
  siteUrl: string
  page: { name: string; path: string | undefined }
  products: readonly DescribedProduct[] | DescribedProduct
}

function contentOf(products: StructuredDataProps['products'], siteUrl: string) {
  if ('slug' in products) return { content: ownProductData(products, siteUrl) }
  return products.length > 0 ? { content: productListData(products, siteUrl) } : {}
}

/** As HTML. `<` is escaped, since it could end an element. */
export function structuredDataHtml({ settings, siteUrl, page, products }: StructuredDataProps): string {
  const data = {
    business: businessData(settings, siteUrl),
    website: websiteData(settings, siteUrl),
    breadcrumbs: breadcrumbData(siteUrl, page),
    ...contentOf(products, siteUrl),
  }
  return Object.entries(data)
    .map(([id, said]) => `<script id="${id}" type="application/ld+json">${JSON.stringify(said).replaceAll('<', '\\u003c')}</script>`)
    .join('')
}

export function LateStructuredData(props: StructuredDataProps) {
  return <div dangerouslySetInnerHTML={{ __html: structuredDataHtml(props) }} />
}
