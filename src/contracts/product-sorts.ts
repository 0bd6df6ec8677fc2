import { isPriceOnRequest, type Availability, type ShopProduct } from './products'

/** The eight orders of the public product list (spec §9 Storefront). */

export const productSorts = [
  'featured',
  'best-selling',
  'a-z',
  'z-a',
  'price-low-to-high',
  'price-high-to-low',
  'date-new',
  'date-old',
] as const
export type ProductSort = (typeof productSorts)[number]

export const productSortLabels: Record<ProductSort, string> = {
  featured: 'Featured',
  'best-selling': 'Best-selling',
  'a-z': 'A-Z',
  'z-a': 'Z-A',
  'price-low-to-high': 'Price low to high',
  'price-high-to-low': 'Price high to low',
  'date-new': 'Date new',
  'date-old': 'Date old',
}

/** What can be reserved first, what cannot be had last. */
const featuredOrder: Record<Availability, number> = { 'Pre-Order': 0, 'In Stock': 1, 'Limited Stock': 2, 'Out of Stock': 3 }

const alphabet = new Intl.Collator('en-GB')

/** A number, also at the end of a platform's global id ('gid://shopify/Product/812'). */
const serialNumber = /^(?:gid:\/\/.*\/)?(\d+)$/

/** Ids ascend with time: numbers by their size, all others (UUIDs that begin with the time) by their text. */
function compareIds(a: ShopProduct, b: ShopProduct): number {
  const [one, other] = [a, b].map(({ id }) => serialNumber.exec(id)?.[1])
  if (one !== undefined && other !== undefined && one.length !== other.length) return one.length - other.length
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

type Comparison = (a: ShopProduct, b: ShopProduct) => number

/** A price on request is no price to compare: it comes last, whichever way the prices run. */
const byPrice =
  (direction: 1 | -1): Comparison =>
  (a, b) => {
    const [none, noneEither] = [isPriceOnRequest(a.price), isPriceOnRequest(b.price)]
    return none || noneEither ? Number(none) - Number(noneEither) : direction * (a.price - b.price)
  }

const comparisons: Record<ProductSort, Comparison> = {
  featured: (a, b) => featuredOrder[a.availability] - featuredOrder[b.availability],
  'best-selling': (a, b) => (b.rating ?? -1) - (a.rating ?? -1),
  'a-z': (a, b) => alphabet.compare(a.name, b.name),
  'z-a': (a, b) => alphabet.compare(b.name, a.name),
  'price-low-to-high': byPrice(1),
  'price-high-to-low': byPrice(-1),
  'date-new': (a, b) => compareIds(b, a),
  'date-old': compareIds,
}

/**
 * The products in one of the orders of spec §9; the list that is passed stays as it is. Products that
 * an order does not tell apart keep their places among each other.
 */
export const sortShopProducts = (products: readonly ShopProduct[], sort: ProductSort): ShopProduct[] =>
  [...products].sort(comparisons[sort])
