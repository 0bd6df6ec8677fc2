import { CsvError, parse } from 'csv-parse/sync'
import { LARGEST_BANK_FILE } from '~/contracts/billing/bank'
import { BankFileFault } from './bank-file-fault'

/** The rows of a CSV text, by a delimiter. */

export interface CsvRow {
  /** The line of the file on which it ends, from 1. */
  line: number
  cells: string[]
}

const options = {
  bom: true,
  // The parser would take the end of the first line for all.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // Banks write texts with quotation marks in them and quote nothing.
  relax_quotes: true,
  trim: true,
  max_record_size: LARGEST_BANK_FILE,
}

/**
 * @param most rows that are wanted, from the beginning
 * @throws {BankFileFault} for a quotation mark that is not closed, and for rows that such a mark has merged
 */
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

/** Lines of a file, empty ones too; a bank's file of 1 MB has some 20,000. */
const MOST_LINES = 60_000

/** A text without quotation marks has no other cells than those between its delimiters. */
function splitPlain(text: string, delimiter: string, most?: number): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(ENDS, most ?? MOST_LINES + 1)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => line.split(delimiter).map((cell) => cell.trim()))
}

/** A cell of several lines is a text of several lines, unless a line in it has as many delimiters as a row: then a mark was not closed. */
function mustNotHoldRows(cell: string, delimiter: string, columns: number, line: number): void {
  const wanted = Math.max(2, Math.ceil(columns / 2))
  if (cell.split(ENDS).some((part) => part.split(delimiter).length - 1 >= wanted))
    throw new BankFileFault(`Row ${line} has a quotation mark that is not closed, so that the next rows cannot be told from its text.`)
}
