import type { ConflictField } from '~/components/form/conflict'
import type { ProductInput } from '~/contracts/product-admin'
import { formatEuro } from '~/lib/money'
import { productWords, statusWord, stockText } from './product-words'

/** The fields of a product as the comparison of two versions shows them. */
export const productComparison: readonly ConflictField<ProductInput>[] = [
  { label: 'Name', write: (product) => product.name },
  { label: 'Category', write: (product) => product.category },
  { label: 'Manufacturer', write: (product) => product.manufacturer ?? '' },
  { label: 'Model', write: (product) => product.model ?? '' },
  { label: 'Price', write: ({ price }) => (price === null ? productWords.noPrice : formatEuro(price)) },
  { label: 'Stock', write: (product) => stockText(product.stockQuantity) },
  { label: 'Description', write: (product) => product.description ?? '' },
  { label: 'Picture', write: (product) => product.imageUrl ?? '' },
  { label: 'Status', write: (product) => statusWord(product.isActive) },
]
