import type { BankColumns } from './find-columns'
import { moneyOf } from './read-money'
import type { CsvRow } from './split-rows'
import { currencyOf } from './bank-words'

const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/

/** A code alone, or at the end of a balance, '1.000,00 EUR'. */
function currencyIn(cell: string): string | null {
  const short = cell.slice(-60)
  return currencyOf(short) ?? moneyOf(short)?.currency ?? currencyOf(/[A-Z]{3}$|[€£$]$/.exec(short)?.[0] ?? '')
}

/** Null for none or several. */
export function currencyAbove(above: readonly CsvRow[]): string | null {
  const found = new Set(above.flatMap(({ cells }) => cells.flatMap((cell) => currencyIn(cell) ?? [])))
  const [only = null] = found
  return found.size === 1 ? only : null
}

const plain = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/** From its column or the rows above; null for none or several. */
export function accountNumberOf(
  above: readonly CsvRow[],
  rows: readonly CsvRow[],
  { account }: Pick<BankColumns, 'account'>,
): string | null {
  if (account !== -1) {
    const numbers = new Set(rows.map(({ cells }) => plain(cells[account] ?? '')))
    const [only = ''] = numbers
    return numbers.size === 1 && /\d{4}/.test(only) && only.length <= 40 ? only : null
  }
  const found = above.flatMap(({ cells }) => cells.flatMap((cell) => IBAN.exec(cell.slice(0, 80))?.[0] ?? []))
  return found.length === 1 && found[0] !== undefined ? plain(found[0]) : null
}
