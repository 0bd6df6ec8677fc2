import { jsonLd } from '~/components/seo/json-ld'
import { PageHead, type PageHeadProps } from '~/components/seo/page-head'
import type { ShopProduct } from '~/contracts/products'
import { productListData } from '~/lib/structured-data'

interface SeoProps extends Omit<PageHeadProps, 'content'> {
  /** The products that the page is about. */
  products?: readonly ShopProduct[]
}

/** The head of a page of the site, which may be about products. */
export function Seo({ products = [], ...page }: SeoProps) {
  return <PageHead {...page} content={products.length > 0 && jsonLd('content', productListData(products, page.siteUrl))} />
}
