import { bulkhead } from 'cockatiel'
import { facetsOf, filtersOf, matchProducts, restricts } from '~/contracts/catalogue/product-filters'
import type { ProductSearch } from '~/contracts/catalogue/product-search'
import type { FacetKey, ProductPage, ShopCollection, ShopProduct } from '~/contracts/catalogue/products'
import { forEachYielding } from '~/server/platform/event-loop'
import type { CatalogueCounts } from './catalogue-counts'

/** Products between two turns of the event loop. */
const SLICE = 2_000

/** Most waiting searches. One runs at a time: each goes through all products. */
const MOST_WAITING = 500
const searching = bulkhead(1, MOST_WAITING)

/** The list to search. */
export interface Searched {
  /** In the requested order. */
  order: readonly ShopProduct[]
  collections: readonly ShopCollection[]
  counts: CatalogueCounts
  revision: string
}

/**
 * The requested part of a list.
 * @param searched the list when the search has its turn
 * @throws {BulkheadRejectedError} while too many others wait
 */
export const searchCatalogue = (searched: () => Searched, asked: ProductSearch): Promise<ProductPage> =>
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
