export const productSorts = [
  'featured',
  'best-selling',
  'a-z',
  'z-a',
  'price-low-to-high',
  'price-high-to-low',
  'date-new',
  'date-old',
] as const
export type ProductSort = (typeof productSorts)[number]

export const productSortLabels: Record<ProductSort, string> = {
  featured: 'Featured',
  'best-selling': 'Best-selling',
  'a-z': 'A-Z',
  'z-a': 'Z-A',
  'price-low-to-high': 'Price low to high',
  'price-high-to-low': 'Price high to low',
  'date-new': 'Date new',
  'date-old': 'Date old',
}
