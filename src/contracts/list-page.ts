import * as z from 'zod'
import { longest, plainText } from './fields'

/** Input and answer that all lists of the back office share (contract.md, Procedures). */

export const PAGE_SIZE = 50
const LARGEST_PAGE = 100
/** Of an opaque cursor, which holds a value of the row that the page before ended with. */
export const LONGEST_CURSOR = 4_000

export const searchText = plainText(200, 'Search for at most 200 characters')

export const listInput = z.object({
  search: searchText.optional(),
  /** Opaque: the `nextCursor` of the page before. */
  cursor: z.string().check(longest(LONGEST_CURSOR)).nullish(),
  limit: z.int().min(1).max(LARGEST_PAGE).default(PAGE_SIZE),
})

/** Of a list that is not searched. */
export const listPosition = { cursor: listInput.shape.cursor, limit: listInput.shape.limit }

export interface ListPage<Row, Counts> {
  rows: Row[]
  /** Null on the last page. */
  nextCursor: string | null
  /** All rows of the table. */
  total: number
  /** The rows that the search and the filters leave. */
  matching: number
  /** There are even more: a large table's matches are counted only so far. */
  matchingIsLeast?: boolean
  /** Rows of the whole table by status, role or flag. */
  counts: Counts
}
