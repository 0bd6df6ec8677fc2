import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { productSearchInput } from '~/contracts/catalogue/product-search'
import { PRODUCTS_PER_PAGE, type ProductPage } from '~/contracts/catalogue/products'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { ProductListScreen } from '~/features/catalogue/shop/product-list-screen'
import { SitePage } from '~/features/site/site-page'
import { productPageOf } from '~/lib/paths'
import { getServices } from '~/server/services'
import { searchShop } from '~/server/catalogue/shop/search-shop'
import { siteProps } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

interface Props extends Pick<SiteData, 'settings'>, SitePageProps {
  list: ProductPage
  page: number
}

/** 404 for page 1, which is the products page, and for pages beyond the list. */
export const getServerSideProps: GetServerSideProps<Props> = async ({ params }) => {
  const page = /^[1-9]\d{0,4}$/.test(String(params?.page)) ? Number(params?.page) : 1
  if (page < 2) return { notFound: true }
  const list = await searchShop(getServices(), productSearchInput.parse({ offset: (page - 1) * PRODUCTS_PER_PAGE }))
  return list.products.length === 0 ? { notFound: true } : { props: { ...(await siteProps('settings')), list, page } }
}

export default function FurtherProductsPage({ list, page, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <SitePage
      site={site}
      path={productPageOf(page)}
      title={`ASIC miners, GPU rigs, parts and accessories, page ${page}`}
      description={`Page ${page} of the products: miners, rigs, spare parts and accessories with price, stock and figures.`}
      products={list.products}
    >
      <ProductListScreen list={list} page={page} />
    </SitePage>
  )
}
