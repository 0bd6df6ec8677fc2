import type { ProductStatus } from '~/contracts/product-admin'

/** The words of Product Management (spec §2, §8). */
export const productWords = {
  created: 'Product created successfully',
  updated: 'Product updated successfully',
  deleted: 'Product deleted successfully',
  saveFailed: 'Failed to save product',
  deleteFailed: 'Failed to delete product',
  loadFailed: 'Failed to fetch products',
  askDelete: 'Are you sure you want to delete this product?',
  noneMatch: 'No products match your search',
  none: 'No products found',
  noPrice: 'Not set',
  noRating: 'Not rated',
} as const

export const productStatusLabels: Record<ProductStatus, string> = { active: 'Active', inactive: 'Inactive' }

export const statusWord = (isActive: boolean) => productStatusLabels[isActive ? 'active' : 'inactive']

/** '12 units' */
export const stockText = (pieces: number) => `${pieces} units`
