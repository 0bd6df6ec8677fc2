import type { FieldDescriptions } from '~/contracts/field-description'
import type { PartTypeInput } from './part-types'

export const partTypeFields = {
  name: { label: 'Name', kind: 'line', part: 'identity', required: true, wide: true, placeholder: 'Hashboard for Antminer S19j Pro' },
  kind: { label: 'Kind', kind: 'line', initial: 'hashboard' },
  sku: { label: 'SKU', kind: 'line', part: 'identity', hint: 'Of its maker or your own' },
  fits: { label: 'Fits', kind: 'names', part: 'identity', none: 'Not said', hint: 'Models of machine, with commas between them' },
  cost: { label: 'Cost', kind: 'euro', part: 'levels', none: 'Not set' },
  price: { label: 'Price', kind: 'euro', part: 'levels', none: 'Not set' },
  reorderPoint: { label: 'Reorder point', kind: 'count', part: 'levels', hint: 'Order again when no more are free' },
  stockLevel: { label: 'Stock level', kind: 'count', part: 'levels', hint: 'Wanted after an order' },
  isActive: {
    label: 'Active',
    historyLabel: 'Status',
    kind: 'flag',
    words: { yes: 'Active', no: 'Inactive' },
    part: 'offer',
    initial: true,
    hint: 'Offered for estimates and in the reorder list',
  },
} as const satisfies FieldDescriptions<PartTypeInput>
