import type { ProductSort } from './product-sorts'
import { isPriceOnRequest, type Availability, type ShopProduct } from './products'

/** The eight sort orders of the public list (requirements §9 Storefront). Not beside their names, which every page loads. */

/** Pre-orders first, unavailable products last. */
const featuredOrder: Record<Availability, number> = { 'Pre-Order': 0, 'In Stock': 1, 'Limited Stock': 2, 'Out of Stock': 3 }

const alphabet = new Intl.Collator('en-GB')

/** A number, also at the end of a platform's global id ('gid://shopify/Product/812'). */
const serialNumber = /^(?:gid:\/\/[^/]*\/[^/]*\/)?(\d+)$/

/** Recognises the own catalogue's ids without the expression: a long list compares millions. */
const isUuid = (id: string) => id.length === 36 && id.charCodeAt(8) === 45 && id.charCodeAt(0) !== 103

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Ids ascend with time: numbers by size, others (UUIDs that begin with the time) as text, and numbers before others. */
function compareIds({ id: a }: ShopProduct, { id: b }: ShopProduct): number {
  if (a === b || (isUuid(a) && isUuid(b))) return compareTexts(a, b)
  const [one, other] = [serialNumber.exec(a)?.[1], serialNumber.exec(b)?.[1]]
  if (one === undefined || other === undefined) {
    if (one !== undefined) return -1
    return other === undefined ? compareTexts(a, b) : 1
  }
  return one.length - other.length || compareTexts(one, other) || compareTexts(a, b)
}

/** A price on request comes last in both directions. */
const byPrice =
  (direction: 1 | -1): ProductComparison =>
  (a, b) =>
    Number(isPriceOnRequest(a.price)) - Number(isPriceOnRequest(b.price)) || direction * (a.price - b.price)

export type ProductComparison = (a: ShopProduct, b: ShopProduct) => number

const newestFirst: ProductComparison = (a, b) => compareIds(b, a)

/** Equal products come newest first. */
const thenNewest =
  (compare: ProductComparison): ProductComparison =>
  (a, b) =>
    compare(a, b) || newestFirst(a, b)

/** Total orders for distinct ids, so that browser and server make the same pages of the list. */
export const productComparisons: Record<ProductSort, ProductComparison> = {
  featured: thenNewest((a, b) => featuredOrder[a.availability] - featuredOrder[b.availability]),
  'best-selling': thenNewest((a, b) => (b.rating ?? -1) - (a.rating ?? -1)),
  'a-z': thenNewest((a, b) => alphabet.compare(a.name, b.name)),
  'z-a': thenNewest((a, b) => alphabet.compare(b.name, a.name)),
  'price-low-to-high': thenNewest(byPrice(1)),
  'price-high-to-low': thenNewest(byPrice(-1)),
  'date-new': newestFirst,
  'date-old': compareIds,
}

export const sortShopProducts = (products: readonly ShopProduct[], sort: ProductSort): ShopProduct[] =>
  [...products].sort(productComparisons[sort])
