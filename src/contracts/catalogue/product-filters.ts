import {
  ALL_COLLECTIONS,
  availabilities,
  facetKeys,
  isPriceOnRequest,
  type Availability,
  type FacetKey,
  type FacetValue,
  type ProductFacets,
  type ShopProduct,
} from './products'

/** An empty list does not restrict. */
export interface ProductFilters {
  /** Part of the name, ignoring case (requirements §5); several words match in any field. */
  search: string
  /** `ALL_COLLECTIONS` or a handle. */
  collection: string
  manufacturers: readonly string[]
  availabilities: readonly Availability[]
  conditions: readonly string[]
  /** EUR, inclusive. Products with a price on request match no price range. */
  lowestPrice: number | null
  highestPrice: number | null
}

/** `ProductFilters` as the page's address names them. */
interface RequestedFilters {
  search: string
  category: string
  manufacturer: readonly string[]
  availability: readonly Availability[]
  condition: readonly string[]
  min: number | null
  max: number | null
}

type FilterName = 'search' | 'collection' | FacetKey | 'price'

/** Ignores case and Unicode composition. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** The list is searched again at each key. */
const cached = (textOf: (product: ShopProduct) => string) => {
  const known = new WeakMap<ShopProduct, string>()
  return (product: ShopProduct): string => {
    const before = known.get(product)
    if (before !== undefined) return before
    const text = folded(textOf(product))
    known.set(product, text)
    return text
  }
}

const foldedNameOf = cached(({ name }) => name)
/** The separator keeps a word from matching across two fields. */
const foldedTextOf = cached(({ name, manufacturer, category, hashrate }) => [name, manufacturer, category, hashrate].join('\n'))

/** One word, or a part of one, is searched in the name (requirements §5), several words in all fields. */
function searchTest(search: string): ProductTest | undefined {
  const words = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  const [only] = words
  if (only === undefined) return undefined
  if (words.length === 1) return (product) => foldedNameOf(product).includes(only)
  return (product) => words.every((word) => foldedTextOf(product).includes(word))
}

type ProductTest = (product: ShopProduct) => boolean

const oneOf = <T>(wanted: readonly T[], valueOf: (product: ShopProduct) => T): ProductTest | undefined =>
  wanted.length === 0 ? undefined : (product) => wanted.includes(valueOf(product))

function testsOf(filters: ProductFilters): Record<FilterName, ProductTest | undefined> {
  const { collection, lowestPrice, highestPrice } = filters
  return {
    search: searchTest(filters.search),
    collection: collection === ALL_COLLECTIONS ? undefined : ({ collections }) => collections.includes(collection),
    manufacturer: oneOf(filters.manufacturers, ({ manufacturer }) => manufacturer),
    availability: oneOf(filters.availabilities, ({ availability }) => availability),
    condition: oneOf(filters.conditions, ({ condition }) => condition),
    price:
      lowestPrice === null && highestPrice === null
        ? undefined
        : ({ price }) => !isPriceOnRequest(price) && price >= (lowestPrice ?? 0) && price <= (highestPrice ?? Infinity),
  }
}

/** Values of a facet; the rarest are left out. */
const MOST_VALUES = 200

/** Longer values were not typed by people. */
const LONGEST_VALUE = 200

const inAlphabet = new Intl.Collator('en-GB')

function listed(key: FacetKey, counts: ReadonlyMap<string, number>, chosen: readonly string[]): FacetValue[] {
  if (key === 'availability')
    return availabilities.flatMap((value) => (counts.has(value) ? [{ value, count: counts.get(value) ?? 0 }] : []))
  const values = [...counts].flatMap(([value, count]) => (value !== '' && value.length <= LONGEST_VALUE ? [{ value, count }] : []))
  const rank = ({ value, count }: FacetValue) => (chosen.includes(value) ? Infinity : count)
  const shown = values.length > MOST_VALUES ? values.sort((a, b) => rank(b) - rank(a)).slice(0, MOST_VALUES) : values
  return shown.sort((a, b) => inAlphabet.compare(a.value, b.value))
}

export const restricts = (filters: ProductFilters): boolean => Object.values(testsOf(filters)).some((test) => test !== undefined)

export type FacetCounts = Record<FacetKey, Map<string, number>>

export const facetsOf = (counts: FacetCounts, chosen?: ProductFilters): ProductFacets => ({
  manufacturer: listed('manufacturer', counts.manufacturer, chosen?.manufacturers ?? []),
  availability: listed('availability', counts.availability, []),
  condition: listed('condition', counts.condition, chosen?.conditions ?? []),
})

/**
 * Products that pass every filter, in their order.
 * @param counts gets one more for each value that would select a product under the other filters
 */
export function matchProducts(products: readonly ShopProduct[], filters: ProductFilters, counts: FacetCounts): ShopProduct[] {
  const { manufacturer, availability, condition, ...others } = testsOf(filters)
  const otherTests = Object.values(others).filter((test) => test !== undefined)
  const facetTests = { manufacturer, availability, condition }
  const count = (key: FacetKey, product: ShopProduct) => {
    const value = product[key]
    counts[key].set(value, (counts[key].get(value) ?? 0) + 1)
  }
  return products.filter((product) => {
    if (!otherTests.every((test) => test(product))) return false
    let failures = 0
    let failed: FacetKey | undefined
    for (const key of facetKeys) {
      if (facetTests[key]?.(product) !== false) continue
      failures += 1
      failed = key
    }
    if (failures === 0) for (const key of facetKeys) count(key, product)
    // Fails one filter only, so it counts among that facet's values.
    else if (failures === 1 && failed) count(failed, product)
    return failures === 0
  })
}

export function filterShopProducts(
  products: readonly ShopProduct[],
  filters: ProductFilters,
): { matching: ShopProduct[]; facets: ProductFacets } {
  const zeros = (key: FacetKey) => new Map<string, number>(products.map((product) => [product[key], 0]))
  const counts = { manufacturer: zeros('manufacturer'), availability: zeros('availability'), condition: zeros('condition') }
  const matching = matchProducts(products, filters, counts)
  return { matching, facets: facetsOf(counts, filters) }
}

/** A collection that the shop no longer has restricts nothing. */
export const filtersOf = (
  { search, category, manufacturer, availability, condition, min, max }: RequestedFilters,
  hasCollection: (handle: string) => boolean,
): ProductFilters => ({
  search,
  collection: hasCollection(category) ? category : ALL_COLLECTIONS,
  manufacturers: manufacturer,
  availabilities: availability,
  conditions: condition,
  lowestPrice: min,
  highestPrice: max,
})
