import { BankFileFault } from './bank-file-fault'
import { type BankColumns, columnsOf } from './find-columns'
import { type CsvRow, splitRows } from './split-rows'

/** The delimiter is the one that yields a row of column names. */

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Some files have names and account numbers above the columns. */
const MOST_ROWS_BEFORE = 40
const SAMPLE = 30
/** The widest known layouts have 45 columns. */
const MOST_COLUMNS = 150

export interface Header {
  delimiter: string
  columns: BankColumns
  above: CsvRow[]
  below: CsvRow[]
}

interface Candidate {
  delimiter: string
  at: number
  columns: BankColumns
}

function candidate(text: string, delimiter: string): Candidate | BankFileFault | null {
  let rows: CsvRow[]
  try {
    rows = splitRows(text, delimiter, MOST_ROWS_BEFORE + SAMPLE)
  } catch (error) {
    if (error instanceof BankFileFault) return error
    throw error
  }
  for (const [at, { cells }] of rows.slice(0, MOST_ROWS_BEFORE).entries()) {
    if (cells.length < 2 || cells.length > MOST_COLUMNS) continue
    const columns = columnsOf(
      cells,
      rows.slice(at + 1, at + 1 + SAMPLE).map((row) => row.cells),
    )
    if (columns) return { delimiter, at, columns }
  }
  return null
}

/** Ignores quotation marks. */
const hasNames = (text: string, delimiter: string) =>
  text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/, MOST_ROWS_BEFORE)
    .some((line) => columnsOf(line.split(delimiter).map((cell) => cell.replaceAll('"', '').trim())) !== null)

/** Null without a row of names. @throws {BankFileFault} for a file that is no CSV */
export function findHeader(text: string): Header | null {
  const tried = DELIMITERS.map((delimiter) => candidate(text, delimiter))
  const [found] = tried
    .flatMap((each) => (each === null || each instanceof BankFileFault ? [] : [each]))
    .toSorted((one, other) => other.columns.width - one.columns.width)
  if (!found) {
    // A wrong delimiter misplaces quotation marks; one that yields names is right.
    for (const [index, fault] of tried.entries())
      if (
        fault instanceof BankFileFault &&
        (tried.every((each) => each instanceof BankFileFault) || hasNames(text, DELIMITERS[index] ?? ','))
      )
        throw fault
    return null
  }
  const rows = splitRows(text, found.delimiter)
  return { delimiter: found.delimiter, columns: found.columns, above: rows.slice(0, found.at), below: rows.slice(found.at + 1) }
}
