import { MOST_BANK_ROWS } from '~/contracts/billing/bank'
import { BankFileFault } from './bank-file-fault'
import { type BankEntries, type BankEntry, joinTexts, leaveOut, LONGEST_CELL } from './bank-entries'
import type { BankColumns } from './find-columns'
import type { Header } from './find-header'
import { accountNumberOf, currencyAbove } from './read-above'
import { dayOf } from './read-day'
import { bookingsOf } from './read-rows'
import { judgeDays, judgeDecimals, type Judged } from './judge-columns'
import { judgeSides } from './judge-sides'
import { moneyOf } from './read-money'
import { currencyOf, isBalance } from './bank-words'

const cellAt = (cells: readonly string[], index: number) => (index === -1 ? '' : (cells[index] ?? ''))
const shown = (cell: string) => cell.slice(0, 40)

/** The signed amount, with a currency in its cell; null if unreadable. */
function amountOfRow(
  cells: readonly string[],
  columns: BankColumns,
  { decimal, sideOfRow }: Judged,
): { amount: number; currency: string | null } | null {
  const { amount, paidIn, paidOut, isReversed } = columns
  if (amount !== -1) {
    const money = moneyOf(cellAt(cells, amount), decimal)
    if (money === null) return null
    const side = sideOfRow?.(cells) ?? null
    if (side === 'in' || side === 'out') {
      // A sign beside the side repeats it.
      if (side === 'in' && money.amount < 0) return null
      return { amount: side === 'in' ? money.amount : -Math.abs(money.amount), currency: money.currency }
    }
    return isReversed ? { amount: -money.amount, currency: money.currency } : money
  }
  const [incoming, outgoing] = [cellAt(cells, paidIn), cellAt(cells, paidOut)]
  const into = incoming === '' ? null : moneyOf(incoming, decimal)
  const out = outgoing === '' ? null : moneyOf(outgoing, decimal)
  if ((incoming !== '' && into === null) || (outgoing !== '' && out === null)) return null
  // Some banks write a signed amount into one column and 0.00 into the other.
  if (into !== null && into.amount !== 0) return out !== null && out.amount !== 0 ? null : into
  if (out !== null && out.amount !== 0) return { amount: -Math.abs(out.amount), currency: out.currency }
  return into ?? out
}

const currencyOfRow = (cells: readonly string[], { currency }: BankColumns): string | null => {
  const cell = cellAt(cells, currency)
  return cell === '' ? null : (currencyOf(cell) ?? shown(cell).toUpperCase())
}

/** @throws {BankFileFault} naming an unreadable row, and for a file with unclear sides, order of days or decimal sign */
export function readCsv({ columns, above, below }: Header): BankEntries {
  const leftOut: BankEntries['leftOut'] = new Map()
  const rows = bookingsOf(below, columns, leftOut)
  if (rows.length > MOST_BANK_ROWS) throw new BankFileFault(`A file of at most ${MOST_BANK_ROWS.toLocaleString('en-GB')} rows`)
  const decimal = judgeDecimals(rows, columns)
  const days = judgeDays(rows, columns)
  const judged: Judged = { decimal, sideOfRow: judgeSides(rows, columns, decimal, days.order) }
  const fileCurrency = columns.namedCurrency ?? currencyAbove(above)
  const entries: BankEntry[] = []
  for (const { cells, line } of rows) {
    const bookedOn = dayOf(cellAt(cells, columns.day), days.order)
    if (bookedOn === null) throw new BankFileFault(`Row ${line} has no date that can be read: '${shown(cellAt(cells, columns.day))}'.`)
    if (judged.sideOfRow?.(cells) === 'neutral') {
      leaveOut(leftOut, 'internal')
      continue
    }
    const description = joinTexts(columns.texts.map((index) => cellAt(cells, index)))
    const reference = cellAt(cells, columns.reference).slice(0, LONGEST_CELL)
    const money = amountOfRow(cells, columns, judged)
    if (money === null) throw new BankFileFault(`Row ${line} has no amount that can be read.`)
    if (isBalance(description) || (description === '' && isBalance(reference))) {
      leaveOut(leftOut, 'balance')
      continue
    }
    const currency = columns.namedCurrency ?? money.currency ?? currencyOfRow(cells, columns) ?? fileCurrency
    entries.push({ row: line, bookedOn, amount: money.amount, currency, description, reference })
  }
  return {
    format: 'CSV',
    bank: columns.bank,
    accountNumber: accountNumberOf(above, rows, columns),
    entries,
    leftOut,
    days: days.isAsked ? { order: days.order, isProven: days.isProven, example: days.example } : null,
  }
}
