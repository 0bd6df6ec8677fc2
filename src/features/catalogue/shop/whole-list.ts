import { filterShopProducts, filtersOf, type ProductFilters } from '~/contracts/catalogue/product-filters'
import { sortShopProducts } from '~/contracts/catalogue/product-order'
import type { ProductFacets, ShopCollection, ShopOverview, ShopProduct } from '~/contracts/catalogue/products'
import type { ProductView } from './product-view'
import { searchInputOf } from './view-filters'

export interface FoundProducts {
  products: readonly ShopProduct[]
  matching: number
  facets: ProductFacets
}

export const viewFilters = (view: ProductView, collections: readonly ShopCollection[]): ProductFilters =>
  filtersOf(searchInputOf(view), (handle) => collections.some((collection) => collection.handle === handle))

/** For a list that the browser has whole. */
export function findInList({ products, collections }: ShopOverview, view: ProductView): FoundProducts {
  const { matching, facets } = filterShopProducts(products, viewFilters(view, collections))
  return { products: sortShopProducts(matching, view.sort), matching: matching.length, facets }
}
