import type { ProductComparison } from '~/contracts/product-order'
import type { ShopProduct } from '~/contracts/products'

/** Sorted lists of many thousand products, changed in their places instead of being sorted anew. */

/** Where a product stands in a sorted list, or would stand: found by halves. */
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

/** A sorted list with other sorted products in their places. */
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

/** A sorted list without some of its products. */
export function without(list: readonly ShopProduct[], gone: readonly ShopProduct[], compare: ProductComparison): ShopProduct[] {
  const result = [...list]
  for (const product of gone) result.splice(placeOf(result, product, compare), 1)
  return result
}
