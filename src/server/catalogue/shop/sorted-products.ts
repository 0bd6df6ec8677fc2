import type { ProductComparison } from '~/contracts/catalogue/product-order'
import type { ShopProduct } from '~/contracts/catalogue/products'

/** Sorted lists of many thousand products that are changed in place instead of being sorted again. */

/** A product's place in a sorted list, or its future place, by binary search. */
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

/** Merges sorted products into a sorted list. */
export function merged(list: readonly ShopProduct[], added: readonly ShopProduct[], compare: ProductComparison): ShopProduct[] {
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

export function removeFrom(list: ShopProduct[], product: ShopProduct, compare: ProductComparison): void {
  list.splice(placeOf(list, product, compare), 1)
}

export function insertInto(list: ShopProduct[], product: ShopProduct, compare: ProductComparison): void {
  list.splice(placeOf(list, product, compare), 0, product)
}

/**
 * Moves a changed product from its old place to its new one: most changes move it in few of the orders, and not far. Only the products
 * between the two places shift.
 */
export function replaceIn(list: ShopProduct[], was: ShopProduct, product: ShopProduct, compare: ProductComparison): void {
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
