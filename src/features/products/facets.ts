import { filterShopProducts, type FilterName, type ProductFilters } from '~/contracts/product-filters'
import { availabilities, type ShopProduct } from '~/contracts/products'

export interface FacetValue {
  value: string
  /** Products that have it among those that the other filters leave. */
  count: number
}

export type FacetKey = 'manufacturer' | 'availability' | 'condition'

const filterOf: Record<FacetKey, FilterName> = { manufacturer: 'manufacturers', availability: 'availabilities', condition: 'conditions' }

const inAlphabet = (a: string, b: string) => a.localeCompare(b, 'en-GB')

/** What can be chosen of one kind: everything that any product has, counted under the other filters. */
function facet(products: readonly ShopProduct[], filters: ProductFilters, key: FacetKey): FacetValue[] {
  const counts = new Map<string, number>()
  for (const product of products) if (product[key] !== '') counts.set(product[key], 0)
  for (const product of filterShopProducts(products, filters, filterOf[key])) {
    const count = counts.get(product[key])
    if (count !== undefined) counts.set(product[key], count + 1)
  }
  const order = key === 'availability' ? availabilities.filter((value) => counts.has(value)) : [...counts.keys()].sort(inAlphabet)
  return order.map((value) => ({ value, count: counts.get(value) ?? 0 }))
}

/** The facets beside search and category. */
export const facetsOf = (products: readonly ShopProduct[], filters: ProductFilters): Record<FacetKey, FacetValue[]> => ({
  manufacturer: facet(products, filters, 'manufacturer'),
  availability: facet(products, filters, 'availability'),
  condition: facet(products, filters, 'condition'),
})
