import { hash } from 'node:crypto'
import { bulkhead } from 'cockatiel'
import { facetsOf, filtersOf, matchProducts, restricts, type FacetCounts } from '~/contracts/product-filters'
import type { ProductSearch } from '~/contracts/product-search'
import { productComparisons } from '~/contracts/product-order'
import { productSorts, type ProductSort } from '~/contracts/product-sorts'
import {
  facetKeys,
  PRODUCTS_PER_PAGE,
  type FacetKey,
  type ProductPage,
  type ShopCollection,
  type ShopOverview,
  type ShopProduct,
} from '~/contracts/products'
import { forEachYielding } from '~/server/platform/event-loop'
import { merged, without } from './sorted-products'

/** More collections than a selector can show are left out of the page, the smallest first. */
const MOST_COLLECTIONS = 200

/** Products that one slice of a search goes through, so that others have their turn between two. */
const SLICE = 2_000

/** Products that are put in their places together. */
const CHUNK = 2_500

/** Answers that are remembered of one state of the list. */
const MOST_ANSWERS = 500

/** One search at a time: each goes through all products. So many may wait for it. */
const MOST_WAITING = 500
const searching = bulkhead(1, MOST_WAITING)

interface Known {
  product: ShopProduct
  digest: bigint
}

/** The content of a product as a number. */
const digestOf = (product: ShopProduct): bigint => hash('sha256', JSON.stringify(product), 'buffer').readBigUInt64LE()

/** How many of something there are by a name; what there is none of any more is gone. */
function tally(counts: Map<string, number>, name: string, step: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + step
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}

/** Products by a name. */
export interface CatalogueCounts extends FacetCounts {
  category: Map<string, number>
  /** By handle. */
  collection: Map<string, number>
}

/**
 * Everything that is for sale, in memory in each of its orders (docs/decisions/040): a page, a search and the counts of
 * filters are answered without the database, by the rules that a browser with all products uses.
 */
export class Catalogue {
  readonly #known = new Map<string, Known>()
  readonly #orders: Record<ProductSort, ShopProduct[]> = {
    featured: [],
    'best-selling': [],
    'a-z': [],
    'z-a': [],
    'price-low-to-high': [],
    'price-high-to-low': [],
    'date-new': [],
    'date-old': [],
  }
  #digest = 0n
  readonly #counts: CatalogueCounts = {
    manufacturer: new Map(),
    availability: new Map(),
    condition: new Map(),
    category: new Map(),
    collection: new Map(),
  }
  #collections: ShopCollection[] = []
  /** Answers of this state, by what was asked. */
  readonly #answers = new Map<string, Promise<ProductPage>>()

  /** A catalogue of these products; made in slices, because there may be many thousands. */
  static async of(products: readonly ShopProduct[], collections: readonly ShopCollection[]): Promise<Catalogue> {
    const made = new Catalogue()
    const chunks = Array.from({ length: Math.ceil(products.length / CHUNK) }, (_, at) => products.slice(at * CHUNK, (at + 1) * CHUNK))
    await forEachYielding(
      chunks.flatMap((chunk) => made.#stepsFor(chunk)),
      (step) => step(),
    )
    made.#collections = [...collections]
    return made
  }

  /** Every product, newest first; the same list until something changes. */
  get products(): readonly ShopProduct[] {
    return this.#orders['date-new']
  }

  get collections(): readonly ShopCollection[] {
    return this.#collections
  }

  /** The same for the same products, whichever process has them and in which order they came. */
  get revision(): string {
    return `${this.#known.size}-${BigInt.asUintN(64, this.#digest).toString(36)}`
  }

  /**
   * Brings some products to their present state, all at once.
   * @param ids what may have changed
   * @param now those of them that are for sale
   * @param collectionsOf makes the collections of what there is then
   */
  update(ids: Iterable<string>, now: readonly ShopProduct[], collectionsOf: (counts: CatalogueCounts) => ShopCollection[]): void {
    const same = new Set(now.filter((product) => this.#known.get(product.id)?.digest === digestOf(product)).map(({ id }) => id))
    const gone: ShopProduct[] = []
    for (const id of ids) {
      const known = this.#known.get(id)
      if (!known || same.has(id)) continue
      gone.push(known.product)
      this.#known.delete(id)
      this.#count(known, -1)
    }
    const added = now.filter(({ id }) => !same.has(id))
    if (gone.length === 0 && added.length === 0) return
    for (const sort of productSorts) this.#orders[sort] = without(this.#orders[sort], gone, productComparisons[sort])
    for (const step of this.#stepsFor(added)) step()
    this.#collections = collectionsOf(this.#counts)
    this.#answers.clear()
  }

  /** Adds products that are not there, one order after another. */
  #stepsFor(products: readonly ShopProduct[]): (() => void)[] {
    const count = () => {
      for (const product of products) {
        const known = { product, digest: digestOf(product) }
        this.#known.set(product.id, known)
        this.#count(known, 1)
      }
    }
    const sortIn = (sort: ProductSort) => () => {
      const compare = productComparisons[sort]
      this.#orders[sort] = merged(this.#orders[sort], products.toSorted(compare), compare)
    }
    return products.length === 0 ? [] : [count, ...productSorts.map(sortIn)]
  }

  #count({ product, digest }: Known, step: 1 | -1): void {
    this.#digest += BigInt(step) * digest
    for (const key of facetKeys) tally(this.#counts[key], product[key], step)
    tally(this.#counts.category, product.category, step)
    for (const handle of product.collections) tally(this.#counts.collection, handle, step)
  }

  /** The products page as it opens. */
  overview(): ShopOverview {
    const bySize = this.#collections.toSorted((a, b) => b.products_count - a.products_count)
    const shown = new Set(bySize.slice(0, MOST_COLLECTIONS))
    return {
      success: true,
      products: this.#orders.featured.slice(0, PRODUCTS_PER_PAGE),
      collections: this.#collections.filter((collection) => shown.has(collection)),
      error: null,
      total: this.#known.size,
      facets: facetsOf(this.#counts),
      revision: this.revision,
    }
  }

  /**
   * A part of the list as it was asked for. What is asked for again is not searched again, until something changes.
   * @throws {BulkheadRejectedError} while too many others wait
   */
  search(asked: ProductSearch): Promise<ProductPage> {
    const name = JSON.stringify(asked)
    const known = this.#answers.get(name)
    if (known) return known
    const answer = searching.execute(() => this.#search(asked))
    answer.catch(() => this.#answers.delete(name))
    this.#answers.set(name, answer)
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined && this.#answers.size > MOST_ANSWERS) this.#answers.delete(oldest)
    return answer
  }

  async #search({ sort, offset, limit, ...asked }: ProductSearch): Promise<ProductPage> {
    const filters = filtersOf(asked, (handle) => this.#collections.some((collection) => collection.handle === handle))
    const zeros = (key: FacetKey) => new Map([...this.#counts[key].keys()].map((value) => [value, 0] as const))
    const counts = { manufacturer: zeros('manufacturer'), availability: zeros('availability'), condition: zeros('condition') }
    // As they are now: a change in between makes new ones.
    const [order, { revision }] = [this.#orders[sort], this]
    if (!restricts(filters)) {
      const products = order.slice(offset, offset + limit)
      return { success: true, products, matching: order.length, total: order.length, facets: facetsOf(this.#counts), revision, error: null }
    }
    const matching: ShopProduct[] = []
    const slices = Array.from({ length: Math.ceil(order.length / SLICE) }, (_, at) => order.slice(at * SLICE, (at + 1) * SLICE))
    await forEachYielding(slices, (slice) => {
      for (const product of matchProducts(slice, filters, counts)) matching.push(product)
    })
    const products = matching.slice(offset, offset + limit)
    return {
      success: true,
      products,
      matching: matching.length,
      total: order.length,
      facets: facetsOf(counts, filters),
      revision,
      error: null,
    }
  }
}
