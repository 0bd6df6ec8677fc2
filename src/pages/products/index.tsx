import type { InferGetStaticPropsType } from 'next'
import { ProductsScreen } from '~/features/catalogue/shop/products-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings', 'products')

export default function ProductsPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, products, shopUrl } = site
  return (
    <SitePage
      site={site}
      path={paths.products}
      title="ASIC miners, GPU rigs, parts and accessories"
      description="New and refurbished ASIC miners, GPU rigs, spare parts and accessories with price, stock, hash rate, power and efficiency. Search, filter, compare, and order in the shop."
      products={products.products}
    >
      <ProductsScreen products={products} shopUrl={shopUrl} contactEmail={settings.contact_email} />
    </SitePage>
  )
}
