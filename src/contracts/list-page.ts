import * as z from 'zod'
import { longest, plainText } from './fields'

export const PAGE_SIZE = 50
const LARGEST_PAGE = 100
export const LONGEST_CURSOR = 4_000

export const searchText = plainText(200, 'Search for at most 200 characters')

export const listInput = z.object({
  search: searchText.optional(),
  /** The `nextCursor` of the previous page. */
  cursor: z.string().check(longest(LONGEST_CURSOR)).nullish(),
  limit: z.int().min(1).max(LARGEST_PAGE).default(PAGE_SIZE),
})

export const listPosition = { cursor: listInput.shape.cursor, limit: listInput.shape.limit }

export interface ListPage<Row, Counts> {
  rows: Row[]
  nextCursor: string | null
  total: number
  matching: number
  /** `matching` is a lower bound: matches in large tables are counted only so far. */
  matchingIsLeast?: boolean
  counts: Counts
}
