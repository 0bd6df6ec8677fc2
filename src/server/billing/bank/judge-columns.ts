import { BankFileFault } from './bank-file-fault'
import type { BankColumns } from './find-columns'
import { type DayOrder, numbersOfDay } from './read-day'
import { decimalSignIn, type DecimalSign } from './read-money'
import type { CsvRow } from './split-rows'
import type { Side } from './bank-words'

export interface Judged {
  decimal: DecimalSign | null
  sideOfRow: ((cells: readonly string[]) => Side | null) | null
}

interface Days {
  order: DayOrder
  /** A day above 12, or the layout, shows the order. */
  isProven: boolean
  example: string
  isAsked: boolean
}

/** @throws {BankFileFault} if days show both orders */
export function judgeDays(rows: readonly CsvRow[], { day, dayOrder }: BankColumns): Days {
  let [dayFirst, monthFirst] = [0, 0]
  let example = ''
  for (const { cells, line } of rows) {
    const numbers = numbersOfDay(cells[day] ?? '')
    if (numbers === null) continue
    const [first, second] = numbers
    if (example === '' && first <= 12 && second <= 12 && first !== second) example = cells[day] ?? ''
    if (first > 12 && dayFirst === 0) dayFirst = line
    if (second > 12 && monthFirst === 0) monthFirst = line
  }
  if (dayFirst > 0 && monthFirst > 0)
    throw new BankFileFault(`Row ${dayFirst} has the day before the month, and row ${monthFirst} the month before the day.`)
  const proven: DayOrder | null = dayFirst > 0 ? 'dmy' : monthFirst > 0 ? 'mdy' : null
  return { order: proven ?? dayOrder ?? 'dmy', isProven: proven !== null || dayOrder !== null, example, isAsked: example !== '' }
}

/** @throws {BankFileFault} if amounts show both signs */
export function judgeDecimals(rows: readonly CsvRow[], { amount, paidIn, paidOut, balance, decimal }: BankColumns): DecimalSign | null {
  const lines: Record<DecimalSign, number> = { '.': 0, ',': 0 }
  for (const column of [amount, paidIn, paidOut]) {
    if (column === -1) continue
    for (const { cells, line } of rows) {
      const sign = decimalSignIn(cells[column] ?? '')
      if (sign !== null && lines[sign] === 0) lines[sign] = line
    }
  }
  if (lines['.'] > 0 && lines[','] > 0)
    throw new BankFileFault(`Row ${lines['.']} has an amount with a decimal point, and row ${lines[',']} one with a decimal comma.`)
  if (lines['.'] > 0) return '.'
  if (lines[','] > 0) return ','
  if (decimal !== null) return decimal
  // Balances may have decimals where amounts have none.
  if (balance === -1) return null
  return rows.reduce<DecimalSign | null>((found, { cells }) => found ?? decimalSignIn(cells[balance] ?? ''), null)
}
