import * as z from 'zod'
import { rowId, rowVersion } from '~/contracts/fields'

/** Work on many rows of a list in one call: those with certain ids, or all that a view of the list shows. */

/** Rows that one call may name. */
export const MOST_SELECTED = 1_000

/** A row to change, with the version it was chosen at; without one it is changed whatever happened to it since. */
const selectedRow = z.union(
  [z.object({ id: rowId, version: rowVersion.optional() }), rowId.transform((id) => ({ id, version: undefined }))],
  {
    error: 'Not a valid id',
  },
)

const selectedRows = z
  .array(selectedRow)
  .min(1, 'Choose at least one row')
  .max(MOST_SELECTED, `Choose at most ${MOST_SELECTED.toLocaleString('en-GB')} rows`)
  .refine((rows) => new Set(rows.map(({ id }) => id.toLowerCase())).size === rows.length, 'A row is named twice')

/** The rows that the bulk calls of a list work on; `all` is the list's own search and filters. */
export const chosenRows = <View extends z.ZodType>(view: View) => ({
  ids: selectedRows.optional(),
  all: view.optional(),
  /** With `all`: how many rows that was when it was chosen; another number now answers CONFLICT. */
  expected: z.int().nonnegative().optional(),
})

interface Chosen {
  ids?: unknown
  all?: unknown
  expected?: number | undefined
}
export const oneChoice = ({ ids, all }: Chosen) => (ids === undefined) !== (all === undefined)
export const ONE_CHOICE = { path: ['ids'], message: 'Give either ids or all' }
export const hasExpected = ({ all, expected }: Chosen) => all === undefined || expected !== undefined
export const HAS_EXPECTED = { path: ['expected'], message: 'Say how many rows are expected' }

/**
 * Result for a row: changed; unchanged, because it was so already; in conflict, because somebody else has changed it meanwhile; or
 * missing.
 */
export const bulkOutcomes = ['changed', 'unchanged', 'conflict', 'missing'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

export interface BulkResult {
  counts: Record<BulkOutcome, number>
  /** Of each id in the order of the question; empty where all rows of a view were asked for. */
  results: { id: string; outcome: BulkOutcome }[]
  /** By this id it is undone (`undoStatuses`). */
  change?: string | undefined
  /** Consequences of the change, in sentences for people; absent where there are none. */
  notices?: string[]
}
