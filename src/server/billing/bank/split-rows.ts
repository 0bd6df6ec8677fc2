import { CsvError, parse } from 'csv-parse/sync'
import { LARGEST_BANK_FILE } from '~/contracts/billing/bank'
import { BankFileFault } from './bank-file-fault'

export interface CsvRow {
  /** The last line of the row in the file, 1-based. */
  line: number
  cells: string[]
}

const options = {
  bom: true,
  // By default the parser expects all lines to end like the first.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // Banks use quotation marks in texts without quoting.
  relax_quotes: true,
  trim: true,
  max_record_size: LARGEST_BANK_FILE,
}

/** @param most rows wanted from the beginning @throws {BankFileFault} for an unclosed quotation mark, and for rows merged by one */
export function splitRows(text: string, delimiter: string, most?: number): CsvRow[] {
  const hasQuotes = text.includes('"')
  let found: string[][]
  try {
    found = hasQuotes ? parse(text, { ...options, delimiter, to: most ?? MOST_LINES + 1 }) : splitPlain(text, delimiter, most)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BankFileFault('This file cannot be read as CSV: a quotation mark is not closed, or is in the wrong place.')
  }
  if (found.length > MOST_LINES) throw new BankFileFault(`A file of at most ${MOST_LINES.toLocaleString('en-GB')} lines`)
  const rows: CsvRow[] = []
  let line = 0
  for (const cells of found) {
    line += 1
    if (hasQuotes)
      for (const cell of cells) {
        if (!cell.includes('\n') && !cell.includes('\r')) continue
        mustNotHoldRows(cell, delimiter, cells.length, line)
        line += cell.match(/\r\n|\r|\n/g)?.length ?? 0
      }
    if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells })
  }
  return rows
}

const ENDS = /\r\n|\r|\n/

/** With empty lines; a file of 1 MB has some 20,000. */
const MOST_LINES = 60_000

function splitPlain(text: string, delimiter: string, most?: number): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(ENDS, most ?? MOST_LINES + 1)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => line.split(delimiter).map((cell) => cell.trim()))
}

/** A line within a cell that has as many delimiters as a row shows an unclosed quotation mark. */
function mustNotHoldRows(cell: string, delimiter: string, columns: number, line: number): void {
  const wanted = Math.max(2, Math.ceil(columns / 2))
  if (cell.split(ENDS).some((part) => part.split(delimiter).length - 1 >= wanted))
    throw new BankFileFault(`Row ${line} has a quotation mark that is not closed, so that the next rows cannot be told from its text.`)
}
