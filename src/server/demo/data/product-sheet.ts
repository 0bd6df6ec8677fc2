import type { ProductRow } from '../factories/product'

type Given = 'name' | 'category' | 'imageUrl' | 'price' | 'stockQuantity' | 'description'

/** A product of the demo catalogue; `plainProduct` has the fields left out. */
export type ProductSheet = Pick<ProductRow, Given> & Partial<Omit<ProductRow, Given | 'id' | 'createdAt' | 'updatedAt'>>

/** A product with nothing special about it, so that a fan kit gets no hash rate from the factory. */
export const plainProduct = {
  manufacturer: null,
  model: null,
  isActive: true,
  isPreOrder: false,
  condition: 'New',
  collections: [],
  rating: null,
  ratingCount: null,
  hashrate: null,
  power: null,
  efficiency: null,
  algorithm: null,
  voltage: null,
  noise: null,
  warranty: null,
  delivery: null,
}
