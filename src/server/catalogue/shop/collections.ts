import type { ShopCollection, ShopProduct } from '~/contracts/catalogue/products'
import { nameOfHandle, slugOf } from '~/contracts/catalogue/slug'

type Counts = ReadonlyMap<string, number>

interface Collected {
  category: string
  /** As stored: typed by people, so not sure to be handles. */
  collections: readonly string[]
}

/** The handles of a product's collections: the one of its category, then its own; each once. */
export const handlesOf = ({ category, collections }: Collected): string[] => [
  ...new Set([category, ...collections].map(slugOf).filter((handle) => handle !== '')),
]

/**
 * Collections by name, with their numbers of products. A category's collection has the category's name, any other a name made from its
 * handle.
 * @param category products by category
 * @param collection products by handle, as `handlesOf` has them
 */
export function collectionsOf({ category, collection }: { category: Counts; collection: Counts }): ShopCollection[] {
  const categoryNames = new Map([...category.keys()].sort().map((name) => [slugOf(name), name.trim()]))
  return [...collection]
    .map(([handle, products]) => ({ handle, name: categoryNames.get(handle) ?? nameOfHandle(handle), products_count: products }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.handle < b.handle ? -1 : 1))
}

/** The same from the products themselves. */
export function collectionsOfProducts(products: readonly Pick<ShopProduct, 'category' | 'collections'>[]): ShopCollection[] {
  const [category, collection] = [new Map<string, number>(), new Map<string, number>()]
  for (const product of products) {
    category.set(product.category, (category.get(product.category) ?? 0) + 1)
    for (const handle of product.collections) collection.set(handle, (collection.get(handle) ?? 0) + 1)
  }
  return collectionsOf({ category, collection })
}
