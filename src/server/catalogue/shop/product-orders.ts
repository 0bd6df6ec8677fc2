import { productComparisons } from '~/contracts/catalogue/product-order'
import { productSorts, type ProductSort } from '~/contracts/catalogue/product-sorts'
import type { ShopProduct } from '~/contracts/catalogue/products'
import { insertInto, merged, removeFrom, replaceIn } from './sorted-products'

/**
 * Products in each order that visitors can choose. A change of one product touches its own places: code that walks a list with pauses takes
 * a copy.
 */
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

  /** Adds products: one step for each order, because there may be many thousands. */
  stepsFor(products: readonly ShopProduct[]): (() => void)[] {
    return productSorts.map((sort) => () => {
      const compare = productComparisons[sort]
      this.#lists[sort] = merged(this.#lists[sort], products.toSorted(compare), compare)
    })
  }

  /** Replaces a product's state by another; undefined for none. */
  change(was: ShopProduct | undefined, now: ShopProduct | undefined): void {
    for (const sort of productSorts) {
      const [list, compare] = [this.#lists[sort], productComparisons[sort]]
      if (was && now) replaceIn(list, was, now, compare)
      else if (was) removeFrom(list, was, compare)
      else if (now) insertInto(list, now, compare)
    }
  }
}
