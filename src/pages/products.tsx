import type { InferGetStaticPropsType } from 'next'
import { SiteLayout } from '~/components/layouts/site-layout'
import { Seo } from '~/components/seo'
import { CartButton } from '~/features/cart/cart-button'
import { CookieSettingsButton } from '~/features/cookie-consent/cookie-settings-button'
import { ProductsScreen } from '~/features/products/products-screen'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings', 'products')

export default function ProductsPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const { settings, products, siteUrl, shopUrl } = useLive(props)
  return (
    <SiteLayout settings={settings} cart={<CartButton shopUrl={shopUrl} />} cookieSettings={<CookieSettingsButton />}>
      <Seo
        settings={settings}
        siteUrl={siteUrl}
        path={paths.products}
        title="ASIC miners, GPU rigs, parts and accessories"
        description="New and refurbished ASIC miners, GPU rigs, spare parts and accessories with price, stock, hash rate, power and efficiency. Search, filter, compare, and order in the shop."
        products={products.products}
      />
      <ProductsScreen products={products} shopUrl={shopUrl} contactEmail={settings.contact_email} />
    </SiteLayout>
  )
}
