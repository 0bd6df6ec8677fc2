import * as z from 'zod'
import { plainLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { importedNouns, type ImportedNoun } from '~/contracts/records'
import { customerRow, partRow, unitRow } from './import-records'
import { machineInput } from '~/contracts/catalogue/machines'
import { productInput } from '~/contracts/catalogue/product-admin'

/** Imports a table of another program: upload, match columns, preview, write, undo as one. */

export const importNoun = z.enum(importedNouns)

export const importSchemas = {
  products: productInput,
  machines: machineInput,
  users: customerRow,
  units: unitRow,
  parts: partRow,
} as const satisfies Record<ImportedNoun, z.ZodObject>

/** Columns of exports and error files that the import skips. */
export const ignoredColumns = ['createdAt', 'updatedAt', 'error'] as const

export const LARGEST_IMPORT = 64 * 1024 * 1024
export const MOST_IMPORT_ROWS = 250_000
/** Bytes; a workbook is read as a whole. */
export const LARGEST_WORKBOOK = 16 * 1024 * 1024
export const MOST_COLUMNS = 500
export const FIRST_ROWS = 5

export const importVerdicts = ['new', 'changed', 'unchanged', 'wrong'] as const
export type ImportVerdict = (typeof importVerdicts)[number]

/** A row without a record of its own, such as a further picture of a product. */
const SKIPPED = 'skipped'
export const rowVerdicts = [...importVerdicts, SKIPPED] as const
export type RowVerdict = (typeof rowVerdicts)[number]

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
  verdict: z.enum(rowVerdicts).optional(),
  /** The `nextCursor` of the previous page: a line of the file. */
  cursor: z.int().nonnegative().nullish(),
  limit: z.int().min(1).max(100).default(PREVIEW_PAGE),
})

const LONGEST_CELL = 10_000

/** The field of each column, null to skip it, and values for all rows where a field has no column. */
export const mapImportInput = batchInput.extend({
  columns: z.array(z.string().max(60).nullable()).max(MOST_COLUMNS),
  fixed: z.record(z.string().max(60), z.string().max(LONGEST_CELL)).default({}),
})

export const appliedImportsInput = z.object({ noun: importNoun })

export interface AppliedImport {
  id: string
  fileName: string
  at: Date
  /** Email address; null for a deleted account. */
  by: string | null
  added: number
  changed: number
  undoneAt: Date | null
}

/** `kept` records were changed or used since, and stay. */
export interface UndoneImport {
  removed: number
  restored: number
  kept: number
}

export interface FileColumn {
  name: string
  field: string | null
  sample: string[]
}

export type ImportValue = string | number | boolean | null

export interface ImportIssue {
  field: string | null
  message: string
}

export interface ImportProgress {
  noun: ImportedNoun
  fileName: string
  state: ImportState
  failure: string | null
  bytesTotal: number
  bytesRead: number
  rowsRead: number
}

export interface ImportRow {
  line: number
  verdict: RowVerdict
  name: string
  /** For a changed row the fields that differ; for a new row all. */
  fields: { field: string; before: ImportValue; after: ImportValue }[]
  faults: ImportIssue[]
}

export interface ImportPreview extends ImportProgress {
  columns: FileColumn[]
  fixed: Record<string, string>
  missing: string[]
  skipped: number
  counts: Record<ImportVerdict, number>
  rows: ImportRow[]
  nextCursor: number | null
}
