import { TRPCError } from '@trpc/server'
import { featured, type ProductPageContent } from '~/contracts/catalogue/products'
import type { Services } from '~/server/services'
import { earningOfProduct } from '~/server/catalogue/network/compare-machines'
import { readProductDetails } from './product-details'

type Deps = Pick<Services, 'db' | 'live' | 'catalogue' | 'platform'>

/** The product that had this name in addresses before, if it is still for sale. */
async function newSlugOf({ db, platform }: Deps, slug: string): Promise<string | null> {
  // A platform redirects for its own shop; its names are not kept here.
  if (platform) return null
  const former = await db.prisma.productSlug.findUnique({
    where: { slug },
    select: { product: { select: { isActive: true, slugs: { where: { isCurrent: true }, select: { slug: true } } } } },
  })
  const now = former?.product.isActive ? former.product.slugs[0]?.slug : undefined
  return now === undefined || now === slug ? null : now
}

/**
 * The page of a product; the slug to go to, where it had another one before; null for one that is not for sale.
 * @throws SERVICE_UNAVAILABLE while there is no list at all
 */
export async function readProductPage(deps: Deps, slug: string): Promise<ProductPageContent | { movedTo: string } | null> {
  const { data } = await deps.live.values.products.get()
  const list = data.success ? deps.catalogue.current : undefined
  if (!list) throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: data.error ?? 'There is no list of products at the moment.' })
  const product = list.productAt(slug)
  if (!product) {
    const movedTo = await newSlugOf(deps, slug)
    return movedTo === null ? null : { movedTo }
  }
  const details = await readProductDetails(deps, product)
  const earning = await earningOfProduct(deps, product)
  return { product, details, earning, related: list.relatedTo(product).map(featured) }
}
