import type { ShopCollection } from '~/contracts/products'
import { nameOfHandle, slugOf } from './slug'

interface Collected {
  category: string
  /** As they are stored: typed by people, so not yet sure to be handles. */
  collections: readonly string[]
}

/** The handles of a product's collections: the one that its category makes, then its own; each once. */
export const handlesOf = ({ category, collections }: Collected): string[] => [
  ...new Set([category, ...collections].map(slugOf).filter((handle) => handle !== '')),
]

/**
 * The collections that the products are in, by name, with the number of products of each. One that a
 * category makes has the category's name, any other a name made from its handle.
 */
export function collectionsOf(products: readonly Collected[]): ShopCollection[] {
  const found = new Map<string, ShopCollection>()
  const categoryNames = new Map(products.map(({ category }) => [slugOf(category), category.trim()]))
  for (const product of products) {
    for (const handle of handlesOf(product)) {
      const collection = found.get(handle) ?? { handle, name: categoryNames.get(handle) ?? nameOfHandle(handle), products_count: 0 }
      collection.products_count++
      found.set(handle, collection)
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}
