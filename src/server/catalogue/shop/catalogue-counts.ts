import type { FacetCounts } from '~/contracts/catalogue/product-filters'
import { facetKeys, type ShopProduct } from '~/contracts/catalogue/products'

export interface CatalogueCounts extends FacetCounts {
  category: Map<string, number>
  /** By handle. */
  collection: Map<string, number>
}

export const noCounts = (): CatalogueCounts => ({
  manufacturer: new Map(),
  availability: new Map(),
  condition: new Map(),
  category: new Map(),
  collection: new Map(),
})

function tally(counts: Map<string, number>, name: string, step: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + step
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}

export function countProduct(counts: CatalogueCounts, product: ShopProduct, step: 1 | -1): void {
  for (const key of facetKeys) tally(counts[key], product[key], step)
  tally(counts.category, product.category, step)
  for (const handle of product.collections) tally(counts.collection, handle, step)
}

export const isGroupedAlike = (one: ShopProduct | undefined, other: ShopProduct | undefined): boolean =>
  one?.category === other?.category && one?.collections.join() === other?.collections.join()
