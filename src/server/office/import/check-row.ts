import * as z from 'zod'
import { importFields, type ImportField } from '~/contracts/office/import-fields'
import { importSchemas, type ImportIssue, type ImportValue } from '~/contracts/office/imports'
import { rowId } from '~/contracts/fields'
import type { ImportedNoun } from '~/contracts/records'
import type { DotMeaning } from '~/contracts/written-figure'
import { filledFields, type Mapping } from './column-mapping'
import { cellReader, type CellReader } from './read-cell'
import type { TableRow } from './read-table'
import { wholeRows } from './import-variants'
import { knownSerial } from '~/contracts/stock/units'

type Data = Record<string, ImportValue | string[]>
type Finished = { data: Data } | { field: string | null; message: string }

const isValue = (value: unknown): value is ImportValue | string[] =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'))

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function customer({ firstName, lastName, ...data }: Data): Finished {
  const composed = [textOf(firstName), textOf(lastName)].filter((part) => part !== '').join(' ')
  const fullName = textOf(data.fullName) || composed || null
  const email = textOf(data.email) || null
  const phone = textOf(data.phone) || null
  if (email === null && !/\d{5}/.test((phone ?? '').replaceAll(/\D/g, '')))
    return { field: null, message: 'Give an email address or a phone number' }
  return { data: { email, fullName, phone, ...('language' in data && { language: data.language }) } }
}

function unit(data: Data, givenId: string | null): Finished {
  const serialNumber = knownSerial(textOf(data.serialNumber))
  if (serialNumber === null && givenId === null)
    return { field: 'serialNumber', message: 'A unit without a serial number cannot be told from others: add it by hand' }
  const state = data.owner === 'company' ? 'bought' : 'with_customer'
  return { data: { ...data, ...('serialNumber' in data ? { serialNumber } : {}), ...('owner' in data ? { state } : {}) } }
}

function part({ serialNumber: serial, ...data }: Data): Finished {
  const serialNumber = knownSerial(textOf(serial))
  if (serialNumber === null) return { data }
  if (typeof data.quantity === 'number' && data.quantity !== 1) return { field: 'quantity', message: 'A serial number is of one part' }
  const { quantity: _quantity, ...one } = data
  return { data: { ...one, serialNumber } }
}

function finishRow(noun: ImportedNoun, fields: Record<string, unknown>, givenId: string | null): Finished {
  const data: Data = {}
  for (const [field, value] of Object.entries(fields)) if (isValue(value)) data[field] = value
  if (noun === 'users') return customer(data)
  if (noun === 'units') return unit(data, givenId)
  return noun === 'parts' ? part(data) : { data }
}

export interface CheckedRow {
  line: number
  cells: string[]
  data: Record<string, ImportValue | string[]> | null
  given_id: string | null
  faults: ImportIssue[] | null
  skipped: boolean
  unreadable: string | null
}

export interface RowChecker {
  check: (row: TableRow) => CheckedRow
  /** The meaning of dots in each field, as its cells show; `isNew` if doubtful cells are settled by it. */
  dots: () => { meanings: Record<string, DotMeaning>; isNew: boolean }
}

function schemaOf(noun: ImportedNoun, filled: ReadonlySet<string>): z.ZodObject {
  const kinds: Record<string, ImportField> = importFields[noun]
  const shape = Object.entries<z.ZodType>(importSchemas[noun].shape).filter(([field]) => filled.has(field))
  // Omitted flags and counts keep their value.
  const mayBeLeftOut = (field: string) => kinds[field]?.kind === 'count' || kinds[field]?.kind === 'flag'
  return z.object(Object.fromEntries(shape.map(([field, each]) => [field, mayBeLeftOut(field) ? each.optional() : each])))
}

export function rowChecker(noun: ImportedNoun, header: readonly string[], mapping: Mapping): RowChecker {
  const filled = filledFields(mapping)
  if (noun === 'products' && filled.has('model')) filled.add('name')
  const schema = schemaOf(noun, filled)
  const whole = noun === 'products' ? wholeRows(header, mapping.columns) : null
  const required = new Set(Object.entries<ImportField>(importFields[noun]).flatMap(([field, each]) => (each.required ? [field] : [])))
  const readers: { column: number; reader: CellReader; fixed: string }[] = mapping.columns.flatMap((field, column) =>
    field === null || field === 'id'
      ? []
      : [{ column, reader: cellReader(noun, field, header[column] ?? '', mapping.dots[field] ?? null), fixed: mapping.fixed[field] ?? '' }],
  )
  for (const [field, text] of Object.entries(mapping.fixed)) {
    if (!mapping.columns.includes(field)) readers.push({ column: -1, reader: cellReader(noun, field, null, null), fixed: text })
  }
  const idColumn = mapping.columns.indexOf('id')
  const needed = mapping.columns.findLastIndex((field) => field !== null && required.has(field)) + 1
  const wrong = (row: TableRow, faults: ImportIssue[], given_id: string | null = null): CheckedRow => ({
    line: row.line,
    cells: row.cells,
    data: null,
    given_id,
    faults,
    skipped: false,
    unreadable: row.unreadable,
  })

  const check = (row: TableRow): CheckedRow => {
    if (row.unreadable !== null) return wrong(row, [{ field: null, message: row.unreadable }])
    const missing = header.length - row.cells.length
    if (missing > 1 && row.cells.length < needed) {
      return wrong(row, [{ field: null, message: `The header has ${header.length} columns, this row ${row.cells.length}` }])
    }
    const made = whole ? whole(row.cells) : { cells: row.cells }
    if ('skipped' in made) return { ...wrong(row, [{ field: null, message: made.skipped }]), skipped: true }
    if ('wrong' in made) return wrong(row, [{ field: null, message: made.wrong }])
    const { cells } = made
    const faults: ImportIssue[] = []
    const input: Record<string, unknown> = {}
    for (const { column, reader, fixed } of readers) {
      const cell = (column === -1 ? '' : cells[column]) ?? ''
      const read = reader.read(cell.trim() === '' && fixed !== '' ? fixed : cell)
      if ('value' in read) input[reader.field] = read.value
      else if ('message' in read) faults.push({ field: reader.field, message: read.message })
    }
    let givenId: string | null = null
    const id = idColumn === -1 ? '' : (cells[idColumn] ?? '').trim()
    if (id !== '') {
      const known = rowId.safeParse(id)
      if (known.success) givenId = known.data
      else faults.push({ field: 'id', message: 'Not a valid id' })
    }
    if (noun === 'products' && !('name' in input) && typeof input.model === 'string') {
      input.name = [input.manufacturer, input.model].filter((part) => typeof part === 'string' && part.trim() !== '').join(' ')
    }
    const parsed = schema.safeParse(input)
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = path.length === 0 ? null : String(path[0])
      // Reported already, in words for a file.
      if (!faults.some((fault) => fault.field === field)) faults.push({ field, message })
    }
    if (!parsed.success || faults.length > 0) return wrong(row, faults, givenId)
    return finished(row, parsed.data, input, givenId)
  }

  /** Fields without a column keep their value. */
  const finished = (row: TableRow, values: Record<string, unknown>, input: Record<string, unknown>, givenId: string | null): CheckedRow => {
    const data = Object.fromEntries(Object.entries(values).filter(([field, value]) => field in input && value !== undefined))
    const end = finishRow(noun, data, givenId)
    if ('message' in end) return wrong(row, [{ field: end.field, message: end.message }], givenId)
    return { line: row.line, cells: row.cells, data: end.data, given_id: givenId, faults: null, skipped: false, unreadable: null }
  }

  const dots = () => {
    const said = readers.map(({ reader }) => reader.dots)
    // An undecided column is read like the file's others.
    const ofFile = { decimal: said.some(({ decimal }) => decimal), group: said.some(({ group }) => group) }
    const meanings: Record<string, DotMeaning> = {}
    let isNew = false
    for (const { reader } of readers) {
      const own = reader.dots.decimal || reader.dots.group ? reader.dots : ofFile
      if (own.decimal === own.group || (own === ofFile && reader.dots.doubts === 0)) continue
      meanings[reader.field] = own.decimal ? 'decimal' : 'group'
      isNew ||= reader.dots.doubts > 0
    }
    return { meanings, isNew }
  }
  return { check, dots }
}
