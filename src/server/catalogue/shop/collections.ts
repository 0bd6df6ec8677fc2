import type { ShopCollection, ShopProduct } from '~/contracts/catalogue/products'
import { nameOfHandle, slugOf } from '~/contracts/catalogue/slug'

type Counts = ReadonlyMap<string, number>

interface Collected {
  category: string
  /** As typed, so possibly no handles. */
  collections: readonly string[]
}

/** The category's first, then its own; each once. */
export const handlesOf = ({ category, collections }: Collected): string[] => [
  ...new Set([category, ...collections].map(slugOf).filter((handle) => handle !== '')),
]

/** A category's collection has its name; others are named after their handle (`handlesOf`). */
export function collectionsOf({ category, collection }: { category: Counts; collection: Counts }): ShopCollection[] {
  const categoryNames = new Map([...category.keys()].sort().map((name) => [slugOf(name), name.trim()]))
  return [...collection]
    .map(([handle, products]) => ({ handle, name: categoryNames.get(handle) ?? nameOfHandle(handle), products_count: products }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.handle < b.handle ? -1 : 1))
}

export function collectionsOfProducts(products: readonly Pick<ShopProduct, 'category' | 'collections'>[]): ShopCollection[] {
  const [category, collection] = [new Map<string, number>(), new Map<string, number>()]
  for (const product of products) {
    category.set(product.category, (category.get(product.category) ?? 0) + 1)
    for (const handle of product.collections) collection.set(handle, (collection.get(handle) ?? 0) + 1)
  }
  return collectionsOf({ category, collection })
}
