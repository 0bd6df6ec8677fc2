import type { PlatformNotice } from '~/contracts/catalogue/platform-notices'
import type { ShopAnswer } from '~/contracts/catalogue/products'
import {
  SHOP_COLLECTIONS,
  SHOP_PRODUCT_IDS,
  SHOP_PRODUCTS,
  SHOP_PRODUCTS_BY_ID,
  SHOP_PRODUCTS_BY_ID_WITHOUT_TAGS,
  SHOP_PRODUCTS_WITHOUT_TAGS,
} from './operations'
import { PlatformError } from './platform-error'
import type { Storefront } from './storefront'
import { foreignCurrenciesOf, platformCollection, platformProduct, toShopProduct, type PlatformProduct } from './to-shop-product'

/** The largest page is 250; smaller ones stay under the limits of cost and size. */
const PAGE = 100

const MOST_PAGES = 200

interface Page<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Node[]
}

/** @throws {PlatformError} for a repeated cursor, which would never end */
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

/** The other products of the page can still be read. */
const isOfOneProduct = ({ options: { faults = [] } }: PlatformError) =>
  faults.some(({ path }) => path?.[0] === 'products' && path[1] === 'nodes' && typeof path[2] === 'number')

const takesPart = (error: PlatformError) => !error.codes.includes('ACCESS_DENIED')

class ProductReader {
  #withQuantity = true
  #withTags = true
  readonly scopes = new Set<string>()
  /** Number of unreadable products. */
  leftOut = 0

  constructor(private readonly storefront: Storefront) {}

  /** Leaves out fields without a scope, and unreadable products. */
  async page(after: string | null): Promise<Page<PlatformProduct>> {
    const { storefront } = this
    try {
      const { products } = await this.#withRights((withQuantity) =>
        storefront.ask(this.#withTags ? SHOP_PRODUCTS : SHOP_PRODUCTS_WITHOUT_TAGS, { after, first: PAGE, withQuantity }, { takesPart }),
      )
      return this.#readable(products)
    } catch (error) {
      if (!(error instanceof PlatformError) || !isOfOneProduct(error)) throw error
      const { pageInfo, nodes: named } = (await storefront.ask(SHOP_PRODUCT_IDS, { after, first: PAGE })).products
      const ids = named.map(({ id }) => id)
      const { nodes } = await this.#withRights((withQuantity) =>
        storefront.ask(this.#withTags ? SHOP_PRODUCTS_BY_ID : SHOP_PRODUCTS_BY_ID_WITHOUT_TAGS, { ids, withQuantity }, { takesPart }),
      )
      return this.#readable({ pageInfo, nodes })
    }
  }

  async #withRights<Answer>(read: (withQuantity: boolean) => Promise<Answer>): Promise<Answer> {
    try {
      return await read(this.#withQuantity)
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.codes.includes('ACCESS_DENIED') || !this.#giveUp(error)) throw error
      for (const scope of error.missingScopes) this.scopes.add(scope)
      return this.#withRights(read)
    }
  }

  /** Leaves out the refused fields, or all optional ones if none is named. @returns false if none is left */
  #giveUp({ options: { faults = [] } }: PlatformError): boolean {
    const named = (field: string) => faults.some(({ path }) => path?.includes(field))
    const isTold = named('tags') || named('totalInventory')
    const [tags, quantity] = [this.#withTags && (named('tags') || !isTold), this.#withQuantity && (named('totalInventory') || !isTold)]
    if (tags) this.#withTags = false
    if (quantity) this.#withQuantity = false
    return tags || quantity
  }

  #readable({ pageInfo, nodes }: Page<unknown>): Page<PlatformProduct> {
    const found = nodes.flatMap((node) => platformProduct.safeParse(node).data ?? [])
    this.leftOut += nodes.length - found.length
    return { pageInfo, nodes: found }
  }
}

/** With the number of products in each currency. */
function currencyNotices(products: readonly PlatformProduct[]): PlatformNotice[] {
  const counts = new Map<string, number>()
  for (const currency of products.flatMap((product) => [...new Set(foreignCurrenciesOf(product))]))
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].map(([subject, count]) => ({ kind: 'currency', subject, detail: String(count) }))
}

/** Everything for sale, newest first, with problems for administrators. @throws {PlatformError} */
export async function readShop(storefront: Storefront, shopUrl: string): Promise<{ answer: ShopAnswer; notices: PlatformNotice[] }> {
  const reader = new ProductReader(storefront)
  const [read, named] = await Promise.all([
    everyPage((after) => reader.page(after)),
    everyPage(async (after) => (await storefront.ask(SHOP_COLLECTIONS, { after, first: PAGE })).collections),
  ])
  const found = [...new Map(read.map((product) => [product.id, product])).values()]
  const products = found.map((product) => toShopProduct(product, shopUrl))
  const counts = new Map<string, number>()
  for (const handle of products.flatMap((product) => product.collections)) counts.set(handle, (counts.get(handle) ?? 0) + 1)
  const collections = named
    .flatMap((each) => platformCollection.safeParse(each).data ?? [])
    .map(({ handle, title }) => ({ handle, name: title, products_count: counts.get(handle) ?? 0 }))
  const scopes = [...reader.scopes].map((subject): PlatformNotice => ({ kind: 'scope', subject, detail: '' }))
  const leftOut: PlatformNotice[] = reader.leftOut > 0 ? [{ kind: 'left_out', subject: String(reader.leftOut), detail: '' }] : []
  return {
    answer: { success: true, products, collections, error: null },
    notices: [...currencyNotices(found), ...scopes, ...leftOut],
  }
}
