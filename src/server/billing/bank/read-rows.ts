import type { BankLeftOut } from '~/contracts/billing/bank'
import { leaveOut, LONGEST_CELL } from './bank-entries'
import { BankFileFault } from './bank-file-fault'
import { type BankColumns, columnsOf } from './find-columns'
import { dayOf } from './read-day'
import type { CsvRow } from './split-rows'
import { beginsAsBalance, isBalance, rowStateOf } from './bank-words'

const at = (cells: readonly string[], index: number) => (index === -1 ? '' : (cells[index] ?? ''))

/** A column is one of states only if its words are known; 'Info' may hold free text. */
const statesOf = (rows: readonly CsvRow[], column: number): boolean =>
  column !== -1 && rows.some(({ cells }) => rowStateOf(at(cells, column)) !== null)

const isDay = (cell: string) => dayOf(cell, 'dmy') !== null || dayOf(cell, 'mdy') !== null

function hasNoMoney(cells: readonly string[], { amount, paidIn, paidOut }: BankColumns): boolean {
  return [amount, paidIn, paidOut].every((index) => at(cells, index) === '')
}

/** A balance, total or remark without a day, below the bookings. */
function isFooter(cells: readonly string[], columns: BankColumns): boolean {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.some((cell) => beginsAsBalance(cell) || isBalance(cell))) return true
  return filled.length === 1 && hasNoMoney(cells, columns) && filled[0] === cells[0]
}

const isContinued = (cells: readonly string[], { texts, reference }: BankColumns): boolean =>
  cells.every((cell, index) => cell === '' || texts.includes(index) || index === reference)

function mustFit({ cells, line }: CsvRow, { width, widest }: BankColumns): void {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1
  if (filled > widest)
    throw new BankFileFault(`Row ${line} has ${filled} cells, and the row of names has ${widest}: its text may have a delimiter in it.`)
  if (cells.length < width) throw new BankFileFault(`Row ${line} has ${cells.length} cells, and the row of names has ${width}.`)
}

/** Some files have tables of several accounts, each with a title and names. */
function mustBeOneTable(rows: readonly CsvRow[]): void {
  const second = rows.find(({ cells }) => columnsOf(cells) !== null)
  if (second)
    throw new BankFileFault(`Row ${second.line} names columns once more: this file has several tables. Export one account at a time.`)
}

/** @throws {BankFileFault} for a row with too few or too many cells, and for a second row of names */
export function bookingsOf(below: readonly CsvRow[], columns: BankColumns, leftOut: Map<BankLeftOut, number>): CsvRow[] {
  const hasStates = statesOf(below, columns.state)
  const bookings: CsvRow[] = []
  for (const [index, row] of below.entries()) {
    const { cells, line } = row
    if (cells.every((cell) => cell === '')) continue
    if (columns.rowKind && !columns.rowKind.bookings.includes(at(cells, columns.rowKind.column))) {
      mustFit(row, columns)
      leaveOut(leftOut, 'balance')
      continue
    }
    const day = at(cells, columns.day)
    const hasDay = isDay(day)
    const said = hasStates ? at(cells, columns.state) : ''
    const state = said !== '' ? rowStateOf(said) : hasDay ? 'booked' : rowStateOf(day)
    if (state === 'pending' || state === 'undone') {
      mustFit(row, columns)
      leaveOut(leftOut, state)
      continue
    }
    if (state === null && said !== '') {
      mustFit(row, columns)
      leaveOut(leftOut, 'unknownState')
      continue
    }
    if (!hasDay) {
      const above = bookings.at(-1)
      if (above && isContinued(cells, columns) && !isFooter(cells, columns)) {
        bookings[bookings.length - 1] = {
          ...above,
          cells: above.cells.map((cell, column) => [cell, at(cells, column)].filter(Boolean).join(' ').slice(0, LONGEST_CELL)),
        }
        continue
      }
      if (isFooter(cells, columns)) {
        leaveOut(leftOut, 'balance')
        continue
      }
      mustBeOneTable(below.slice(index, index + 4))
      mustFit(row, columns)
      throw new BankFileFault(`Row ${line} has no date that can be read: '${day.slice(0, 40)}'.`)
    }
    mustFit(row, columns)
    if (hasNoMoney(cells, columns) && cells.some((cell, column) => column !== columns.day && (isBalance(cell) || beginsAsBalance(cell)))) {
      leaveOut(leftOut, 'balance')
      continue
    }
    bookings.push(row)
  }
  return bookings
}
