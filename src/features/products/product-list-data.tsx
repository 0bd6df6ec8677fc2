import Head from 'next/head'
import { jsonLd } from '~/components/json-ld'
import type { ShopProduct } from '~/contracts/products'
import { productListData } from '~/lib/structured-data'

interface ProductListDataProps {
  products: readonly ShopProduct[]
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
}

/** What search engines are told of the products (spec §2); nothing where there are none. */
export function ProductListData({ products, siteUrl }: ProductListDataProps) {
  if (products.length === 0) return null
  return <Head>{jsonLd('content', productListData(products, siteUrl))}</Head>
}
