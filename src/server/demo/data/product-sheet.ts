import type { ProductRow } from '../factories/product'

type Given = 'name' | 'category' | 'imageUrl' | 'price' | 'stockQuantity' | 'description'

/** `plainProduct` has the fields left out. */
export type ProductSheet = Pick<ProductRow, Given> & Partial<Omit<ProductRow, Given | 'id' | 'createdAt' | 'updatedAt'>>

const MAKERS_WARRANTY = '12 months, by the manufacturer'
const OWN_WARRANTY = '90 days, by us'

export const promisesOf = ({ condition, stockQuantity, isPreOrder }: ProductSheet) => ({
  warranty: condition === 'Refurbished' ? OWN_WARRANTY : MAKERS_WARRANTY,
  delivery:
    stockQuantity > 0
      ? '3-5 working days in the UK, insured'
      : isPreOrder
        ? 'Insured, from the first batch; we write to you before it ships'
        : 'Out of stock at the moment: ask us when the next batch comes',
})
