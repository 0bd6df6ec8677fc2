import * as z from 'zod'
import type { FieldDescription } from '~/contracts/field-description'
import { plainLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { recordOf } from '~/contracts/keys'
import { machineFields } from './machine-fields'
import { machineInput } from './machines'
import { productInput } from './product-admin'
import { productFields } from './product-fields'
import { importedNouns, type ImportedNoun } from '~/contracts/records'

/** Rows from a CSV file: uploaded, checked, looked at, then applied all together or not at all. */

export const importNoun = z.enum(importedNouns)

/** The same schemas as the forms'. */
export const importSchemas = { products: productInput, machines: machineInput } as const satisfies Record<ImportedNoun, z.ZodObject>

export const importFields = { products: productFields, machines: machineFields } as const satisfies Record<ImportedNoun, object>

const entriesOf = (noun: ImportedNoun) => Object.entries<FieldDescription>(importFields[noun])

/** Columns that a file must have. */
export const requiredColumns = recordOf(importedNouns, (noun) =>
  entriesOf(noun).flatMap(([field, { required }]) => (required ? [field] : [])),
)

/** Values that the forms send for untouched fields, where the schemas want one: a required amount is 0. */
export const untouchedFields = recordOf(importedNouns, (noun) =>
  Object.fromEntries(entriesOf(noun).flatMap(([field, { kind, none }]) => (kind === 'euro' && none === undefined ? [[field, 0]] : []))),
)

/** Columns of an export or a file of errors that people read and the import skips. */
export const ignoredColumns = ['createdAt', 'updatedAt', 'error'] as const

export const LARGEST_IMPORT = 64 * 1024 * 1024
export const MOST_IMPORT_ROWS = 250_000

export const importVerdicts = ['new', 'changed', 'unchanged', 'wrong'] as const
export type ImportVerdict = (typeof importVerdicts)[number]

export const importStates = ['waiting', 'checking', 'ready', 'failed'] as const
export type ImportState = (typeof importStates)[number]

export const startImportInput = z.object({
  noun: importNoun,
  fileName: plainLine(200).min(1, 'The file needs a name'),
  ...withIdempotencyKey,
})

export const batchInput = z.object({ batchId: rowId })

const PREVIEW_PAGE = 50

export const previewInput = batchInput.extend({
  verdict: z.enum(importVerdicts).optional(),
  /** The `nextCursor` of the page before: a line of the file. */
  cursor: z.int().nonnegative().nullish(),
  limit: z.int().min(1).max(100).default(PREVIEW_PAGE),
})

/** One value of a row as it is shown. */
export type ImportValue = string | number | boolean | null

/** Why a row is wrong: a sentence for a column, or for the row. */
export interface ImportIssue {
  field: string | null
  message: string
}

export interface ImportProgress {
  noun: ImportedNoun
  fileName: string
  state: ImportState
  /** Why the file could not be read. */
  failure: string | null
  bytesTotal: number
  bytesRead: number
  rowsRead: number
}

export interface ImportRow {
  line: number
  verdict: ImportVerdict
  /** Its name, or manufacturer and model. */
  name: string
  /** For a changed row, the fields that differ, as they are and as they would be; for a new row all of them. */
  fields: { field: string; before: ImportValue; after: ImportValue }[]
  faults: ImportIssue[]
}

export interface ImportPreview extends ImportProgress {
  counts: Record<ImportVerdict, number>
  rows: ImportRow[]
  nextCursor: number | null
}
