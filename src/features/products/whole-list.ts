import { filterShopProducts } from '~/contracts/product-filters'
import { sortShopProducts } from '~/contracts/product-sorts'
import type { ProductFacets, ShopOverview, ShopProduct } from '~/contracts/products'
import { viewFilters, type ProductView } from './product-view'

/** What a view shows, wherever it was found. */
export interface FoundProducts {
  /** The cards: all that match, or as many as have been asked for. */
  products: readonly ShopProduct[]
  matching: number
  facets: ProductFacets
}

/** Whether the browser has all products, and needs nobody to search them. */
export const isWhole = ({ products, total }: ShopOverview): boolean => products.length >= total

/** What a view shows of a list that is here. */
export function findInList({ products, collections }: ShopOverview, view: ProductView): FoundProducts {
  const { matching, facets } = filterShopProducts(products, viewFilters(view, collections))
  return { products: sortShopProducts(matching, view.sort), matching: matching.length, facets }
}
