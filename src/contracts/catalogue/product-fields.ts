import { activeField, type FieldDescriptions } from '~/contracts/field-description'
import { HIGHEST_RATING, USUAL_CONDITION, type ProductInput } from './product-admin'

/** The fields of a product (requirements §5 Product form), and what the shop's page shows beside them. */
export const productFields = {
  name: { label: 'Name', kind: 'line', part: 'product', required: true, wide: true },
  category: { label: 'Category', kind: 'line', part: 'product', required: true, wide: true },
  manufacturer: { label: 'Manufacturer', kind: 'line', part: 'product' },
  model: { label: 'Model', kind: 'line', part: 'product' },
  price: { label: 'Price', kind: 'euro', part: 'product', none: 'Not set', placeholder: 'Not set' },
  stockQuantity: { label: 'Stock', kind: 'count', unit: 'units', part: 'product', required: true },
  description: { label: 'Description', kind: 'text', part: 'description', rows: 4 },
  /** Passes through the form unseen (requirements §2 Product Management). */
  imageUrl: { label: 'Picture', kind: 'line' },
  isActive: activeField('Shown in the public shop'),
  isPreOrder: {
    label: 'Pre-order',
    kind: 'flag',
    words: { yes: 'Yes', no: 'No' },
    part: 'pre-order',
    hint: 'Can be ordered before the first delivery; counts while there is no stock',
  },
  condition: { label: 'Condition', kind: 'line', part: 'shop page', initial: USUAL_CONDITION, placeholder: USUAL_CONDITION },
  rating: { label: 'Rating', kind: 'decimal', part: 'shop page', none: 'Not rated', placeholder: 'Not rated', max: HIGHEST_RATING },
  hashrate: { label: 'Hashrate', kind: 'line', part: 'shop page', placeholder: '234 TH/s' },
  power: { label: 'Power', kind: 'line', part: 'shop page', placeholder: '3510W' },
  efficiency: { label: 'Efficiency', kind: 'line', part: 'shop page', placeholder: '15.0 J/TH' },
  collections: {
    label: 'Collections',
    kind: 'names',
    part: 'shop page',
    none: 'None',
    hint: 'Beside the category, with commas between them',
    placeholder: 'best-sellers, new-in',
  },
  shopUrl: {
    label: 'Shop address',
    kind: 'line',
    part: 'shop page',
    wide: true,
    hint: 'Where the product is sold; empty for its page in the shop',
    type: 'url',
    placeholder: 'https://…',
  },
  ratingCount: {
    label: 'Number of ratings',
    kind: 'decimal',
    part: 'details',
    none: 'None',
    hint: 'A rating is shown with this number, and not without it',
  },
  algorithm: { label: 'Algorithm', kind: 'line', part: 'details', placeholder: 'SHA-256' },
  voltage: { label: 'Voltage', kind: 'line', part: 'details', placeholder: '220–277 V' },
  noise: { label: 'Noise', kind: 'line', part: 'details', placeholder: '75 dB' },
  warranty: { label: 'Warranty', kind: 'line', part: 'details', placeholder: '12 months, by the manufacturer' },
  delivery: { label: 'Delivery', kind: 'line', part: 'details', placeholder: '3-5 working days in the UK' },
} as const satisfies FieldDescriptions<ProductInput>
