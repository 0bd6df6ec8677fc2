import type { Product, ProductFields } from '~/contracts/catalogue/product-admin'
import { plainProduct } from '~/server/demo/factories/product'

/** The answer for a product with its required fields alone. */
const { manufacturer: _m, model: _n, price: _p, stockQuantity: _s, description: _d, imageUrl: _i, isActive: _a, ...rest } = plainProduct
export const unsaid: Pick<ProductFields, keyof typeof rest> = rest

/** A product as it is answered. */
export const productWith = (values: Partial<Product> = {}): Product => ({
  ...plainProduct,
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11',
  name: 'Antminer S21',
  category: 'ASIC Miners',
  tracksUnits: false,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...values,
})
