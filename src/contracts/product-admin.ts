import * as z from 'zod'
import { lineOrNull, optionalText, plainText, requiredLine, rowId, rowVersion, withIdempotencyKey } from './fields'
import { listInput, type ListPage } from './list'

/** Product Management (spec §2, §3 products (admin), §5 Product form). */

const HIGHEST_PRICE = 9_999_999_999.99
const LARGEST_STOCK = 2_147_483_647
const LONGEST_ADDRESS = 2_000

/** Binary fractions miss a cent by less than this. */
const ROUNDING = 1e-6

/** EUR, a number or what was typed: numeric in steps of 0.01, empty becomes null. */
const price = z
  .union([z.number(), z.string().max(40), z.null()], { error: 'Price must be a number' })
  .optional()
  .transform((typed) => {
    if (typed === undefined || typed === null) return null
    return typeof typed === 'string' && typed.trim() === '' ? null : Number(typed)
  })
  .pipe(
    z
      .number({ error: 'Price must be a number' })
      .min(0, 'Must not be negative')
      .max(HIGHEST_PRICE, 'Too high a price')
      .refine((amount) => Math.abs(amount - Number(amount.toFixed(2))) < ROUNDING, 'At most two decimals')
      .transform((amount) => Number(amount.toFixed(2)))
      .nullable(),
  )

/** Whole pieces, a number or what was typed; what is no number counts as 0. */
const stockQuantity = z
  .union([z.number(), z.nan(), z.string().trim().min(1, 'Stock is required').max(40)], { error: 'Stock is required' })
  .transform((typed) => {
    const pieces = Math.trunc(Number(typed))
    return Number.isFinite(pieces) ? pieces : 0
  })
  .pipe(z.number().min(0, 'Must not be negative').max(LARGEST_STOCK, 'Too large a stock'))

const pictureAddress = plainText.trim().max(LONGEST_ADDRESS, 'At most 2,000 characters').nullable()
const emptyAsNull = (text: string | null | undefined) => (text ? text : null)

export const productInput = z.object({
  name: requiredLine('Name is required'),
  category: requiredLine('Category is required'),
  manufacturer: lineOrNull,
  model: lineOrNull,
  price,
  stockQuantity,
  description: optionalText,
  imageUrl: pictureAddress.optional().transform(emptyAsNull),
  isActive: z.boolean().default(true),
})
export type ProductInput = z.output<typeof productInput>

export const createProductInput = productInput.extend(withIdempotencyKey)

/** The form has no picture field: where the picture is left out it stays as it is. */
export const updateProductInput = productInput.extend({
  id: rowId,
  version: rowVersion.optional(),
  imageUrl: pictureAddress.transform(emptyAsNull).optional(),
})

export const deleteProductInput = z.object({ id: rowId })

export const productStatuses = ['active', 'inactive'] as const
export type ProductStatus = (typeof productStatuses)[number]
export const productAdminSorts = ['-created', 'created', 'name', '-name', 'stock', '-stock'] as const

export const productListInput = listInput.extend({
  category: plainText.max(200).optional(),
  status: z.enum(productStatuses).optional(),
  sort: z.enum(productAdminSorts).default('-created'),
})

export interface Product extends ProductInput {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** `categories` are those of the whole table by name, with their number of products. */
export type ProductList = ListPage<Product, Record<ProductStatus, number>> & { categories: { name: string; products: number }[] }
