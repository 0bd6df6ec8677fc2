import {
  ignoredColumns,
  importFields,
  importSchemas,
  requiredColumns,
  untouchedFields,
  type ImportIssue,
  type ImportValue,
} from '~/contracts/catalogue/imports'
import type { FieldDescription, FieldKind } from '~/contracts/field-description'
import type { ImportedNoun } from '~/contracts/records'
import { rowId } from '~/contracts/fields'
import { type CsvRecord, ImportFailure } from './read-records'

/** A row for staging. */
export interface CheckedRow {
  line: number
  cells: string[]
  /** The fields of the file's columns; null for a wrong row. */
  data: Record<string, ImportValue | string[]> | null
  given_id: string | null
  faults: ImportIssue[] | null
}

const numbers: readonly (FieldKind | undefined)[] = ['euro', 'count', 'decimal'] satisfies FieldKind[]
const booleans: Record<string, boolean> = { true: true, false: false, yes: true, no: false, '1': true, '0': false }

const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/**
 * The field of each column of a file, null for one that is not read.
 * @throws {ImportFailure} that names unknown, missing and repeated columns
 */
export function readHeader(noun: ImportedNoun, header: readonly string[]): (string | null)[] {
  const fields = ['id', ...Object.keys(importSchemas[noun].shape)]
  const known = new Map([...fields, ...ignoredColumns].map((name) => [name.toLowerCase(), name]))
  const names = header.map((name) => known.get(name.trim().toLowerCase()))
  const foreign = header.filter((_, index) => names[index] === undefined)
  if (foreign.length > 0) throw new ImportFailure(`Unknown columns: ${list(foreign)}. The columns are ${list(fields)}.`)
  const missing = requiredColumns[noun].filter((name) => !names.includes(name))
  if (missing.length > 0) throw new ImportFailure(`Missing columns: ${list(missing)}.`)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new ImportFailure(`Columns that are there twice: ${list(twice.flatMap((name) => name ?? []))}.`)
  return names.map((name) => (name !== undefined && fields.includes(name) ? name : null))
}

/** A cell as the form would send it. */
function toInput(kind: FieldKind | undefined, cell: string): { value: unknown } | { message: string } {
  const text = cell.trim()
  if (kind === 'flag') {
    const value = booleans[text.toLowerCase()]
    return value === undefined ? { message: 'Must be true or false' } : { value }
  }
  // A form shows how it has read a typed number before it is saved; a file does not.
  if (numbers.includes(kind) && text !== '' && !/^-?\d+([.]\d+)?$/.test(text)) return { message: 'Must be a plain number, such as 1300.50' }
  if (kind === 'count' && text.includes('.')) return { message: 'Must be a whole number' }
  return { value: cell }
}

/** Checks records of a file with the form's own schema. */
export function rowChecker(noun: ImportedNoun, header: readonly string[]): (record: CsvRecord) => CheckedRow {
  const fields = readHeader(noun, header)
  const schema = importSchemas[noun]
  const kinds = new Map(Object.entries<FieldDescription>(importFields[noun]).map(([field, { kind }]) => [field, kind]))

  return ({ line, cells }) => {
    const faults: ImportIssue[] = []
    const input: Record<string, unknown> = { ...untouchedFields[noun] }
    let givenId: string | null = null
    if (cells.length !== fields.length) {
      const message = `The header has ${fields.length} columns, this row ${cells.length}`
      return { line, cells, data: null, given_id: null, faults: [{ field: null, message }] }
    }
    fields.forEach((field, index) => {
      const cell = cells[index] ?? ''
      if (field === null) return
      if (field !== 'id') {
        const read = toInput(kinds.get(field), cell)
        if ('value' in read) input[field] = read.value
        else faults.push({ field, message: read.message })
      } else if (cell.trim() !== '') {
        const id = rowId.safeParse(cell.trim())
        if (id.success) givenId = id.data
        else faults.push({ field, message: 'Not a valid id' })
      }
    })
    const parsed = schema.safeParse(input)
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = String(path[0])
      // Reported already, in words for a file.
      if (!faults.some((fault) => fault.field === field)) faults.push({ field, message })
    }
    if (!parsed.success || faults.length > 0) return { line, cells, data: null, given_id: givenId, faults }
    // Fields without a column in the file keep their value.
    const data = Object.fromEntries(
      Object.entries(parsed.data).flatMap(([field, value]) => (fields.includes(field) && value !== undefined ? [[field, value]] : [])),
    )
    return { line, cells, data, given_id: givenId, faults: null }
  }
}
