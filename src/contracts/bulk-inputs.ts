import * as z from 'zod'
import { rowId, rowVersion } from '~/contracts/fields'

export const MOST_SELECTED = 1_000

/** Without a version the row changes even if it was changed since. */
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

/** @param view the list's own search and filters, for `all` */
export const chosenRows = <View extends z.ZodType>(view: View) => ({
  ids: selectedRows.optional(),
  all: view.optional(),
  /** With `all`: the number of rows at the time of choosing; another number now is CONFLICT. */
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

/** `unchanged`: already so; `conflict`: changed by somebody else meanwhile. */
export const bulkOutcomes = ['changed', 'unchanged', 'conflict', 'missing'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

export interface BulkResult {
  counts: Record<BulkOutcome, number>
  /** In the order of the ids; empty for `all`. */
  results: { id: string; outcome: BulkOutcome }[]
  /** Pass it to `undoStatuses`. */
  change?: string | undefined
  notices?: string[]
}
