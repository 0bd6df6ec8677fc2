import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { taxIn } from '~/contracts/billing/vat'
import { failedOverview, type ProductPageContent } from '~/contracts/catalogue/products'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { productHead } from '~/features/catalogue/shop/product-head'
import { type VatOfPrice, ProductScreen } from '~/features/catalogue/shop/product-screen'
import { SitePage } from '~/features/site/site-page'
import { calendarDay } from '~/lib/instant'
import { productPathOf } from '~/lib/product-path'
import { ratesOn } from '~/server/billing/invoices/bill-lines'
import { readProductPage } from '~/server/catalogue/shop/read-product-page'
import { pageWhileReachable } from '~/server/http/pages/unavailable'
import { getServices } from '~/server/services'
import { siteProps } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

interface ProductProps {
  /** Null if the answer has already been sent. */
  content: ProductPageContent | null
  vat: VatOfPrice | null
}

/** The response cache keeps the page until its data changes (src/server/http/response-cache/kept-pages.ts). */
const readPage: GetServerSideProps<ProductProps> = pageWhileReachable<ProductProps>(
  async ({ params }) => {
    const services = getServices()
    const found = await readProductPage(services, String(params?.slug))
    if (!found) return { notFound: true }
    if ('movedTo' in found) return { redirect: { destination: productPathOf(found.movedTo), permanent: false } }
    const { standard: percent } = await ratesOn(services.db.prisma, calendarDay(services.now(), services.businessTimeZone))
    const vat = percent === undefined ? null : { percent, net: taxIn(found.product.price, percent).net }
    return { props: { content: found, vat } }
  },
  { content: null, vat: null },
)

export const getServerSideProps: GetServerSideProps<
  ProductProps & Pick<SiteData, 'settings' | 'products' | 'network'> & SitePageProps
> = async (context) => {
  const answer = await readPage(context)
  if (!('props' in answer)) return answer
  const { products, ...site } = await siteProps('settings', 'products', 'network')
  // The page shows one product and follows the revision of them all, so the list is left out.
  const followed = { ...failedOverview(''), revision: products.revision }
  return { props: { ...(await answer.props), ...site, products: followed } }
}

/** Reloads the page's data when a product changes. */
function useNewestPage(revision: string) {
  const { asPath, replace } = useRouter()
  const shown = useRef(revision)
  useEffect(() => {
    if (shown.current === revision) return
    shown.current = revision
    void replace(asPath, undefined, { scroll: false })
  }, [revision, asPath, replace])
}

export default function ProductPage({ content, vat, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  useNewestPage(site.products.revision)
  if (!content) return null
  const { product, details } = content
  return (
    <SitePage
      site={site}
      path={productPathOf(product.slug)}
      title={product.name}
      description={descriptionOf(content)}
      products={{ ...product, description: details.description, pictures: details.pictures }}
      content={productHead(content, site.siteUrl)}
    >
      <ProductScreen key={product.id} content={content} vat={vat} network={site.network} onPrice={keepPrice} />
    </SitePage>
  )
}

/** Loaded with the first price. */
const keepPrice = (price: string | null) =>
  void import('~/features/site/visitor/keep-for-visitor').then(({ keepElectricityPrice }) => keepElectricityPrice(price))

/** For search engines: the beginning of the description, without one the kind of product. */
function descriptionOf({ product, details }: ProductPageContent): string {
  const { name, category, condition, hashrate, power } = product
  const facts = [category, condition, hashrate, power].filter((fact) => fact !== '').join(', ')
  return details.description.replaceAll(/\s+/g, ' ').trim().slice(0, 160) || `${name}: ${facts}.`
}
