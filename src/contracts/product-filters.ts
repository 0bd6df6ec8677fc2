import { isPriceOnRequest, type Availability, type ShopProduct } from './products'

/** The collection that every product is in (spec §9: 'all or a collection handle'). */
export const ALL_COLLECTIONS = 'all'

/** What the visitor wants to see; an empty list does not restrict. */
export interface ProductFilters {
  /** Part of the name, in any case (spec §5). */
  search: string
  /** `ALL_COLLECTIONS` or a handle. */
  collection: string
  manufacturers: readonly string[]
  availabilities: readonly Availability[]
  conditions: readonly string[]
  /** EUR, both included. A product whose price is on request is in no price range. */
  lowestPrice: number | null
  highestPrice: number | null
}

export type FilterName = 'search' | 'collection' | 'manufacturers' | 'availabilities' | 'conditions' | 'price'

/** Text as it is compared: without regard to case, or to how a letter is put together. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

type Test = (product: ShopProduct) => boolean

const oneOf = <T>(wanted: readonly T[], valueOf: (product: ShopProduct) => T): Test | undefined =>
  wanted.length === 0 ? undefined : (product) => wanted.includes(valueOf(product))

function testsOf(filters: ProductFilters): Partial<Record<FilterName, Test | undefined>> {
  const search = folded(filters.search.trim())
  const { collection, lowestPrice, highestPrice } = filters
  return {
    search: search === '' ? undefined : ({ name }) => folded(name).includes(search),
    collection: collection === ALL_COLLECTIONS ? undefined : ({ collections }) => collections.includes(collection),
    manufacturers: oneOf(filters.manufacturers, ({ manufacturer }) => manufacturer),
    availabilities: oneOf(filters.availabilities, ({ availability }) => availability),
    conditions: oneOf(filters.conditions, ({ condition }) => condition),
    price:
      lowestPrice === null && highestPrice === null
        ? undefined
        : ({ price }) => !isPriceOnRequest(price) && price >= (lowestPrice ?? 0) && price <= (highestPrice ?? Infinity),
  }
}

/**
 * The products that pass every filter, in the order in which they came.
 * @param except a filter to leave out: what the others leave is what this one can choose from
 */
export function filterShopProducts(products: readonly ShopProduct[], filters: ProductFilters, except?: FilterName): ShopProduct[] {
  const tests = Object.entries(testsOf(filters)).flatMap(([name, test]) => (test === undefined || name === except ? [] : [test]))
  return products.filter((product) => tests.every((test) => test(product)))
}
