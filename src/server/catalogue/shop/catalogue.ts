import { hash } from 'node:crypto'
import { facetsOf, filtersOf, matchProducts, restricts } from '~/contracts/catalogue/product-filters'
import type { ProductSearch } from '~/contracts/catalogue/product-search'
import {
  PRODUCTS_PER_PAGE,
  type ProductPage,
  type ShopCollection,
  type ShopOverview,
  type ShopProduct,
  type FacetKey,
} from '~/contracts/catalogue/products'
import { forEachYielding } from '~/server/platform/event-loop'
import { countProduct, isGroupedAlike, noCounts, type CatalogueCounts } from './catalogue-counts'
import { ProductOrders } from './product-orders'
import { bulkhead } from 'cockatiel'

/** Products between two turns of the event loop. */
const SLICE = 2_000

/** Searches scan all products, so one runs at a time. */
const MOST_WAITING = 500
const searching = bulkhead(1, MOST_WAITING)

interface Searched {
  order: readonly ShopProduct[]
  collections: readonly ShopCollection[]
  counts: CatalogueCounts
  revision: string
}

/** @param searched read when the search has its turn @throws {BulkheadRejectedError} while too many others wait */
const searchCatalogue = (searched: () => Searched, asked: ProductSearch): Promise<ProductPage> =>
  searching.execute(() => search(searched(), asked))

async function search(
  { order, collections, counts: all, revision }: Searched,
  { offset, limit, ...asked }: ProductSearch,
): Promise<ProductPage> {
  const filters = filtersOf(asked, (handle) => collections.some((collection) => collection.handle === handle))
  const total = order.length
  if (!restricts(filters)) {
    const products = order.slice(offset, offset + limit)
    return { success: true, products, matching: total, total, facets: facetsOf(all), revision, error: null }
  }
  const zeros = (key: FacetKey) => new Map([...all[key].keys()].map((value) => [value, 0] as const))
  const counts = { manufacturer: zeros('manufacturer'), availability: zeros('availability'), condition: zeros('condition') }
  const matching: ShopProduct[] = []
  // A copy: the list may change between two slices.
  const slices = Array.from({ length: Math.ceil(total / SLICE) }, (_, at) => order.slice(at * SLICE, (at + 1) * SLICE))
  await forEachYielding(slices, (slice) => {
    for (const product of matchProducts(slice, filters, counts)) matching.push(product)
  })
  const products = matching.slice(offset, offset + limit)
  return { success: true, products, matching: matching.length, total, facets: facetsOf(counts, filters), revision, error: null }
}

/** The smallest beyond it are left out: a selector cannot show more. */
const MOST_COLLECTIONS = 200

const MOST_RELATED = 4

const CHUNK = 2_500

const MOST_ANSWERS = 500

interface Known {
  product: ShopProduct
  digest: bigint
}

const digestOf = (product: ShopProduct): bigint => hash('sha256', JSON.stringify(product), 'buffer').readBigUInt64LE()

/** All products in memory, in each order (docs/decisions/023); answers as a browser with all of them would. */
export class Catalogue {
  readonly #known = new Map<string, Known>()
  readonly #slugs = new Map<string, string>()
  readonly #orders = new ProductOrders()
  #digest = 0n
  readonly #counts = noCounts()
  #collections: ShopCollection[] = []
  #products: readonly ShopProduct[] | undefined
  readonly #answers = new Map<string, Promise<ProductPage>>()

  /** Built in slices, as there may be thousands of products. */
  static async of(products: readonly ShopProduct[], collections: readonly ShopCollection[]): Promise<Catalogue> {
    const made = new Catalogue()
    const chunks = Array.from({ length: Math.ceil(products.length / CHUNK) }, (_, at) => products.slice(at * CHUNK, (at + 1) * CHUNK))
    const count = (product: ShopProduct) => {
      made.#count(undefined, product)
    }
    await forEachYielding(
      chunks.flatMap((chunk) => [() => chunk.forEach(count), ...made.#orders.stepsFor(chunk)]),
      (step) => step(),
    )
    made.#collections = [...collections]
    return made
  }

  get size(): number {
    return this.#known.size
  }

  /** Newest first; the same array until something changes. */
  get products(): readonly ShopProduct[] {
    return (this.#products ??= [...this.#orders.list('date-new')])
  }

  productOf(id: string): ShopProduct | undefined {
    return this.#known.get(id)?.product
  }

  productAt(slug: string): ShopProduct | undefined {
    return this.productOf(this.#slugs.get(slug) ?? '')
  }

  /** Some of the same category, in the list's order. */
  relatedTo({ id, category }: ShopProduct): ShopProduct[] {
    const related: ShopProduct[] = []
    for (const product of this.#orders.list('featured')) {
      if (product.category === category && product.id !== id) related.push(product)
      if (related.length === MOST_RELATED) break
    }
    return related
  }

  get collections(): readonly ShopCollection[] {
    return this.#collections
  }

  /** Equal for the same products, in any process and order. */
  get revision(): string {
    return `${this.#known.size}-${BigInt.asUintN(64, this.#digest).toString(36)}`
  }

  /**
   * The cost does not depend on other products. @param now those still for sale
   * @param collectionsOf makes collections from the new counts
   */
  update(ids: Iterable<string>, now: readonly ShopProduct[], collectionsOf: (counts: CatalogueCounts) => ShopCollection[]): void {
    const present = new Map(now.map((product) => [product.id, product]))
    let [changes, regroups] = [false, false]
    for (const id of ids) {
      const [was, product] = [this.#known.get(id)?.product, present.get(id)]
      if (!this.#count(was, product)) continue
      this.#orders.change(was, product)
      changes = true
      regroups ||= !isGroupedAlike(was, product)
    }
    if (regroups) this.#collections = collectionsOf(this.#counts)
    if (!changes) return
    this.#products = undefined
    this.#answers.clear()
  }

  #count(was: ShopProduct | undefined, now: ShopProduct | undefined): boolean {
    const known = was && this.#known.get(was.id)
    const digest = now && digestOf(now)
    if (known?.digest === digest) return false
    if (known) {
      this.#known.delete(known.product.id)
      if (this.#slugs.get(known.product.slug) === known.product.id) this.#slugs.delete(known.product.slug)
      this.#digest -= known.digest
      countProduct(this.#counts, known.product, -1)
    }
    if (now && digest !== undefined) {
      this.#known.set(now.id, { product: now, digest })
      this.#slugs.set(now.slug, now.id)
      this.#digest += digest
      countProduct(this.#counts, now, 1)
    }
    return true
  }

  overview(): ShopOverview {
    const bySize = this.#collections.toSorted((a, b) => b.products_count - a.products_count)
    const shown = new Set(bySize.slice(0, MOST_COLLECTIONS))
    return {
      success: true,
      products: this.#orders.list('featured').slice(0, PRODUCTS_PER_PAGE),
      collections: this.#collections.filter((collection) => shown.has(collection)),
      error: null,
      total: this.#known.size,
      facets: facetsOf(this.#counts),
      revision: this.revision,
    }
  }

  /** Cached until something changes. @throws {BulkheadRejectedError} while too many others wait */
  search(asked: ProductSearch): Promise<ProductPage> {
    const name = JSON.stringify(asked)
    const known = this.#answers.get(name)
    if (known) return known
    // Read when the search has its turn.
    const searched = () => ({
      order: this.#orders.list(asked.sort),
      collections: this.#collections,
      counts: this.#counts,
      revision: this.revision,
    })
    const answer = searchCatalogue(searched, asked)
    answer.catch(() => this.#answers.delete(name))
    this.#answers.set(name, answer)
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined && this.#answers.size > MOST_ANSWERS) this.#answers.delete(oldest)
    return answer
  }
}
