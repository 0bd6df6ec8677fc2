import { productComparisons, type ProductComparison } from '~/contracts/catalogue/product-order'
import { productSorts, type ProductSort } from '~/contracts/catalogue/product-sorts'
import type { ShopProduct } from '~/contracts/catalogue/products'

function placeOf(list: readonly ShopProduct[], product: ShopProduct, compare: ProductComparison, from = 0): number {
  let [low, high] = [from, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = list[middle]
    if (there && compare(there, product) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function merged(list: readonly ShopProduct[], added: readonly ShopProduct[], compare: ProductComparison): ShopProduct[] {
  const result: ShopProduct[] = []
  let taken = 0
  for (const product of added) {
    const place = placeOf(list, product, compare, taken)
    for (const there of list.slice(taken, place)) result.push(there)
    result.push(product)
    taken = place
  }
  for (const there of list.slice(taken)) result.push(there)
  return result
}

function removeFrom(list: ShopProduct[], product: ShopProduct, compare: ProductComparison): void {
  list.splice(placeOf(list, product, compare), 1)
}

function insertInto(list: ShopProduct[], product: ShopProduct, compare: ProductComparison): void {
  list.splice(placeOf(list, product, compare), 0, product)
}

/** Shifts only the products between both places; most changes are near. */
function replaceIn(list: ShopProduct[], was: ShopProduct, product: ShopProduct, compare: ProductComparison): void {
  const from = placeOf(list, was, compare)
  const [before, after] = [list[from - 1], list[from + 1]]
  let to = from
  if (after && compare(after, product) < 0) to = placeOf(list, product, compare, from + 1) - 1
  else if (before && compare(before, product) > 0) to = placeOf(list, product, compare)
  const step = to > from ? 1 : -1
  for (let place = from; place !== to; place += step) {
    const next = list[place + step]
    if (next) list[place] = next
  }
  list[to] = product
}

/** Sorted lists in each order, changed in place: code that walks one with pauses must copy it. */
export class ProductOrders {
  readonly #lists: Record<ProductSort, ShopProduct[]> = {
    featured: [],
    'best-selling': [],
    'a-z': [],
    'z-a': [],
    'price-low-to-high': [],
    'price-high-to-low': [],
    'date-new': [],
    'date-old': [],
  }

  list(sort: ProductSort): readonly ShopProduct[] {
    return this.#lists[sort]
  }

  stepsFor(products: readonly ShopProduct[]): (() => void)[] {
    return productSorts.map((sort) => () => {
      const compare = productComparisons[sort]
      this.#lists[sort] = merged(this.#lists[sort], products.toSorted(compare), compare)
    })
  }

  change(was: ShopProduct | undefined, now: ShopProduct | undefined): void {
    for (const sort of productSorts) {
      const [list, compare] = [this.#lists[sort], productComparisons[sort]]
      if (was && now) replaceIn(list, was, now, compare)
      else if (was) removeFrom(list, was, compare)
      else if (now) insertInto(list, now, compare)
    }
  }
}
