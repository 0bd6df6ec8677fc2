import { MOST_AT_ONCE, MOST_CHOSEN } from '~/contracts/public-limits'
import type { ProductSearchInput } from '~/contracts/catalogue/product-search'
import { productFailures, type ProductPage, type ShopProduct } from '~/contracts/catalogue/products'
import type { ProductView } from './product-view'
import { searchInputOf } from './view-filters'

const TIMEOUT_MS = 15_000

/** Attempts to read a list that changes meanwhile. */
const MOST_TRIES = 3

/** Input of the search procedure. */
export const searchOf = (view: ProductView, offset: number, limit: number) =>
  ({
    ...searchInputOf(view),
    search: view.search.trim(),
    manufacturer: view.manufacturer.slice(0, MOST_CHOSEN),
    availability: [...view.availability],
    condition: view.condition.slice(0, MOST_CHOSEN),
    offset,
    limit,
  }) satisfies ProductSearchInput

async function fetchPart(view: ProductView, offset: number, limit: number, signal: AbortSignal): Promise<ProductPage> {
  const { vanillaClient } = await import('~/trpc/vanilla-client')
  const timeout = new AbortController()
  const giveUp = () => timeout.abort()
  const timer = setTimeout(giveUp, TIMEOUT_MS)
  signal.addEventListener('abort', giveUp)
  try {
    return await vanillaClient.products.search.query(searchOf(view, offset, limit), { signal: timeout.signal })
  } catch (error) {
    // The server's errors have data; a browser's own messages are not for people.
    const isAnswer = error instanceof Error && 'data' in error && Boolean(error.data)
    throw new Error(isAnswer ? error.message : productFailures.catalogue, { cause: error })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

/**
 * The first products of a view.
 * @param known products of this view that are loaded already
 * @throws {Error} with the server's sentence, or the requirements'
 */
export async function fetchProducts(
  view: ProductView,
  count: number,
  known: ProductPage | undefined,
  signal: AbortSignal,
): Promise<ProductPage> {
  let products: ShopProduct[] = known?.products ?? []
  let latest = known
  for (let tries = 1; ;) {
    const part = await fetchPart(view, products.length, Math.min(count - products.length, MOST_AT_ONCE), signal)
    if (!part.success) throw new Error(part.error ?? productFailures.catalogue)
    if (latest && latest.revision !== part.revision && products.length > 0 && tries < MOST_TRIES) {
      // The list has changed since the first part, so products could be missing or repeated.
      tries += 1
      products = []
      latest = undefined
      continue
    }
    products = [...products, ...part.products]
    latest = part
    if (products.length >= Math.min(count, part.matching)) return { ...part, products }
    if (part.products.length === 0) return { ...part, products, matching: products.length }
  }
}
