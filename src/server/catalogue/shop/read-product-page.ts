import { TRPCError } from '@trpc/server'
import { featured, type ProductPageContent } from '~/contracts/catalogue/products'
import type { Services } from '~/server/services'
import { earningOfProduct } from '~/server/catalogue/network/compare-machines'
import { readProductDetails } from './product-details'

type Deps = Pick<Services, 'db' | 'live' | 'catalogue' | 'platform'>

async function newSlugOf({ db, platform }: Deps, slug: string): Promise<string | null> {
  if (platform) return null
  const former = await db.prisma.productSlug.findUnique({
    where: { slug },
    select: { product: { select: { isActive: true, slugs: { where: { isCurrent: true }, select: { slug: true } } } } },
  })
  const now = former?.product.isActive ? former.product.slugs[0]?.slug : undefined
  return now === undefined || now === slug ? null : now
}

/** The page, the slug that it moved to, or null for one that is not for sale. @throws SERVICE_UNAVAILABLE without any list */
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
