import * as z from 'zod'
import { LONGEST_QUERY_TEXT, MOST_AT_ONCE, MOST_CHOSEN } from '~/contracts/public-limits'
import { productSorts } from './product-sorts'
import { ALL_COLLECTIONS, availabilities, PRODUCTS_PER_PAGE } from './products'

const text = z.string().max(LONGEST_QUERY_TEXT)
const chosen = z.array(text).max(MOST_CHOSEN).default([])
/** EUR. */
const amount = z.number().min(0).max(1e10).nullable().default(null)

export const productSearchInput = z.object({
  search: text.default(''),
  /** `ALL_COLLECTIONS` or a handle; an unknown one restricts nothing. */
  category: text.default(ALL_COLLECTIONS),
  sort: z.enum(productSorts).default('featured'),
  manufacturer: chosen,
  availability: z.array(z.enum(availabilities)).max(availabilities.length).default([]),
  condition: chosen,
  min: amount,
  max: amount,
  offset: z.int().min(0).max(10_000_000).default(0),
  limit: z.int().min(1).max(MOST_AT_ONCE).default(PRODUCTS_PER_PAGE),
})
/** By the id in the list, which may be a platform's. */
export const productDetailsInput = z.object({ id: text })
export type ProductSearch = z.output<typeof productSearchInput>
export type ProductSearchInput = z.input<typeof productSearchInput>
