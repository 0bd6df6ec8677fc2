/** What Product Management says (spec §2, §8). */
export const productMessages = {
  added: 'Product created successfully',
  updated: 'Product updated successfully',
  deleted: 'Product deleted successfully',
  saveFailed: 'Failed to save product',
  deleteFailed: 'Failed to delete product',
  loadFailed: 'Failed to fetch products',
  askDelete: 'Are you sure you want to delete this product?',
  noneMatch: 'No products match your search',
  none: 'No products found',
  missing: 'There is no such product.',
} as const
