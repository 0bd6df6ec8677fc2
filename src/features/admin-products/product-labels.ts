import type { ProductFields } from '~/contracts/product-admin'
import { formatEuro } from '~/lib/money'
import { productWords, statusWord, stockText } from './product-words'

/** Words of a value as it is stored, in a product or in an entry of its history. */
type Write = (value: unknown) => string

interface ProductLabel {
  label: string
  /** Without it a text stands for itself. */
  write?: Write
}

const euro: Write = (price) => (typeof price === 'number' ? formatEuro(price) : productWords.noPrice)
const list: Write = (texts) => (Array.isArray(texts) && texts.length > 0 ? texts.join(', ') : 'None')
const yesOrNo: Write = (value) => (value === true ? 'Yes' : 'No')

/** What each field is called, and how its value reads: in the form, in a comparison and in the history, in this order. */
export const productLabels = {
  name: { label: 'Name' },
  category: { label: 'Category' },
  manufacturer: { label: 'Manufacturer' },
  model: { label: 'Model' },
  price: { label: 'Price', write: euro },
  stockQuantity: { label: 'Stock', write: (pieces) => stockText(Number(pieces)) },
  description: { label: 'Description' },
  imageUrl: { label: 'Picture' },
  isActive: { label: 'Status', write: (isActive) => statusWord(isActive === true) },
  isPreOrder: { label: 'Pre-order', write: yesOrNo },
  condition: { label: 'Condition' },
  rating: { label: 'Rating', write: (rating) => (typeof rating === 'number' ? rating.toFixed(1) : productWords.noRating) },
  hashrate: { label: 'Hashrate' },
  power: { label: 'Power' },
  efficiency: { label: 'Efficiency' },
  collections: { label: 'Collections', write: list },
  shopUrl: { label: 'Shop address' },
} as const satisfies Record<keyof ProductFields, ProductLabel>
