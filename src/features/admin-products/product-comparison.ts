import type { ConflictField } from '~/components/form/conflict'
import type { ProductInput } from '~/contracts/product-admin'
import { productLabels } from './product-labels'

const fields = Object.keys(productLabels) as (keyof ProductInput)[]

/** The fields of a product as the comparison of two versions shows them. */
export const productComparison: readonly ConflictField<ProductInput>[] = fields.map((field) => {
  const { label, write = String }: { label: string; write?: (value: unknown) => string } = productLabels[field]
  return { label, write: (product) => write(product[field] ?? '') }
})
