import { isKnownColumn } from '~/contracts/office/import-columns'
import { ignoredColumns, MOST_COLUMNS } from '~/contracts/office/imports'
import type { ImportedNoun } from '~/contracts/records'
import { fromSafeCell } from '~/lib/csv-cell'
import { ImportFailure } from './import-failures'
import { CsvScanner, type ScannedRow } from './scan-csv'

export interface TableRow {
  line: number
  cells: string[]
  unreadable: string | null
}

export interface Table {
  header: string[]
  sample: readonly TableRow[]
  rows: AsyncIterable<TableRow>
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const HEAD = 64 * 1024
const MOST_ABOVE = 40
const NOT_UTF8 = 'The file is not in UTF-8. Save it as "CSV UTF-8" and choose it again.'

/** @throws {ImportFailure} unless the file is UTF-8 */
async function* textOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new ImportFailure(NOT_UTF8)
    }
  }
  for await (const chunk of body) {
    // NUL means UTF-16 without its mark, or a binary file.
    if (chunk.includes(0)) throw new ImportFailure(NOT_UTF8)
    yield decode(chunk)
  }
  const rest = decode()
  if (rest !== '') yield rest
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

interface Layout {
  delimiter: string
  headerLine: number
  header: string[]
  known: number
  filled: number
}

const ignored = new Set<string>(ignoredColumns.map((name) => name.toLowerCase()))

/** The row with the most known names, else the first of the fullest ones. */
function layoutBy(noun: ImportedNoun, delimiter: string, head: string, isWhole: boolean): Layout | null {
  const scanner = new CsvScanner(delimiter)
  let best: Layout | null = null
  let rows = 0
  const look = (scanned: Iterable<ScannedRow>): boolean => {
    for (const { line, cells, fault } of scanned) {
      if (fault !== null || isEmpty(cells)) continue
      if (++rows > MOST_ABOVE) return false
      const names = cells.slice(0, MOST_COLUMNS).map((cell) => cell.trim())
      const known = names.filter((name) => name !== '' && (ignored.has(name.toLowerCase()) || isKnownColumn(noun, name))).length
      const filled = names.filter((name) => name !== '').length
      const isBetter = !best || known > best.known || (known === 0 && best.known === 0 && filled > best.filled)
      if (isBetter) best = { delimiter, headerLine: line, header: cells, known, filled }
    }
    return true
  }
  if (look(scanner.push(head)) && isWhole) look(scanner.end())
  return best
}

/** Drops empty ones at the end. */
function columnsOf(header: readonly string[]): string[] {
  const names = header.map((name) => fromSafeCell(name.trim()))
  while (names.length > 1 && names.at(-1) === '') names.pop()
  if (names.length > MOST_COLUMNS) throw new ImportFailure(`The table has more than ${MOST_COLUMNS} columns.`)
  return names
}

const safe = (cell: string) => (cell.includes("'") ? fromSafeCell(cell) : cell)

function fitted({ line, cells, fault }: ScannedRow, width: number, isPadded: boolean): TableRow {
  let wide = cells.length
  while (wide > width && (cells[wide - 1] ?? '').trim() === '') wide--
  const row = (wide === cells.length ? cells : cells.slice(0, wide)).map(isPadded ? (cell) => safe(cell.trim()) : safe)
  return { line, cells: row, unreadable: fault ?? (wide > width ? `The header has ${width} columns, this row ${wide}` : null) }
}

/** Finds delimiter and header, below titles and a line `sep=;`; reads the body on demand. @throws {ImportFailure} */
export async function openTable(noun: ImportedNoun, body: AsyncIterable<Buffer>): Promise<Table> {
  const text = textOf(body)
  let head = ''
  let isWhole = false
  while (head.length < HEAD && !isWhole) {
    const next = await text.next()
    if (next.done) isWhole = true
    else head += next.value
  }
  if (head.trim() === '') throw new ImportFailure('The file is empty.')
  const said = /^[\s"]*sep=(.)"?[ \t]*(?:\r\n|\r|\n)/i.exec(head.slice(0, 20))
  // Keeps the line numbers.
  if (said) head = head.slice(said[0].length - 1).replace(/^\r?\n?/, '\n')
  const layouts = (said?.[1] ? [said[1]] : DELIMITERS).flatMap((delimiter) => layoutBy(noun, delimiter, head, isWhole) ?? [])
  const [layout] = layouts.toSorted((one, other) => other.known - one.known || other.filled - one.filled)
  if (!layout) throw new ImportFailure('The file has no table.')
  const { headerLine } = layout
  const header = columnsOf(layout.header)
  // Vendure pads its columns.
  const isPadded = layout.header.some((name) => / {2}$/.test(name))
  const scanner = new CsvScanner(layout.delimiter)
  let suspect: number | null = null

  function* below(scanned: Iterable<ScannedRow>): Generator<TableRow> {
    for (const row of scanned) {
      if (row.line <= headerLine || isEmpty(row.cells)) continue
      const fit = fitted(row, header.length, isPadded)
      // After an unclosed quotation mark, only a whole row is trusted again.
      if (row.fault !== null) suspect = row.line
      else if (suspect !== null && fit.cells.length !== header.length)
        fit.unreadable ??= `Stands behind line ${suspect}, which cannot be read, and has ${fit.cells.length} of ${header.length} columns`
      else suspect = null
      const isHeader = fit.cells.length === header.length && fit.cells.every((cell, index) => cell.trim() === header[index])
      if (!isHeader) yield fit
    }
  }
  const sample = [...below(scanner.push(head))]
  if (isWhole) sample.push(...below(scanner.end()))
  async function* rows() {
    yield* sample
    if (isWhole) return
    for await (const more of text) yield* below(scanner.push(more))
    yield* below(scanner.end())
  }
  return { header, sample, rows: rows() }
}
