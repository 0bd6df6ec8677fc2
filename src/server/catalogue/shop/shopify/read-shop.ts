import type { ShopAnswer } from '~/contracts/catalogue/products'
import { SHOP_COLLECTIONS, SHOP_PRODUCTS } from './operations'
import { PlatformError } from './platform-error'
import type { Storefront } from './storefront'
import { toShopProduct, type PlatformProduct } from './to-shop-product'

/** The platform's largest page is 250; smaller ones stay well under its limits of cost and size. */
const PAGE = 100

/** A shop beyond it is cut, not endless. */
const MOST_PAGES = 200

interface Page<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Node[]
}

/** All nodes of a connection, page by page. @throws {PlatformError} when a cursor comes again, which would never end */
async function everyPage<Node>(read: (after: string | null) => Promise<Page<Node>>): Promise<Node[]> {
  const nodes: Node[] = []
  const seen = new Set<string>()
  let after: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page: Page<Node> = await read(after)
    nodes.push(...page.nodes)
    if (!page.pageInfo.hasNextPage || page.pageInfo.endCursor === null) break
    after = page.pageInfo.endCursor
    if (seen.has(after)) throw new PlatformError('A page repeats its cursor', { retryable: false })
    seen.add(after)
  }
  return nodes
}

const maySeeQuantities = (error: unknown) => !(error instanceof PlatformError && error.options.codes?.includes('ACCESS_DENIED'))

/** Quantities need a right that not every token has; without it everything else is read. */
async function readProducts({ ask }: Storefront): Promise<PlatformProduct[]> {
  const read = (withQuantity: boolean) =>
    everyPage(async (after) => (await ask(SHOP_PRODUCTS, { after, first: PAGE, withQuantity })).products)
  try {
    return await read(true)
  } catch (error) {
    if (maySeeQuantities(error)) throw error
    return read(false)
  }
}

/**
 * Everything that the platform has for sale, newest first, and its collections with the number of products of each.
 * @throws {PlatformError}
 */
export async function readShop(storefront: Storefront, shopUrl: string): Promise<ShopAnswer> {
  const [found, named] = await Promise.all([
    readProducts(storefront),
    everyPage(async (after) => (await storefront.ask(SHOP_COLLECTIONS, { after, first: PAGE })).collections),
  ])
  const products = [...new Map(found.map((product) => [product.id, toShopProduct(product, shopUrl)])).values()]
  const counts = new Map<string, number>()
  for (const handle of products.flatMap((product) => product.collections)) counts.set(handle, (counts.get(handle) ?? 0) + 1)
  const collections = named.map(({ handle, title }) => ({ handle, name: title, products_count: counts.get(handle) ?? 0 }))
  return { success: true, products, collections, error: null }
}
