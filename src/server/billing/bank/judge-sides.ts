import { BankFileFault } from './bank-file-fault'
import type { BankColumns } from './find-columns'
import type { Judged } from './judge-columns'
import { dayOf, type DayOrder } from './read-day'
import { moneyOf, type DecimalSign } from './read-money'
import type { CsvRow } from './split-rows'
import { LEAVES, normalWord, PAYS_A_CARD, sideOf, TAKES_MONEY } from './bank-words'

/** Finds the direction of money by signs or a column of sides, proven by balances if there are any. */

const NOT_TOLD =
  'This file does not tell money in from money out: its amounts have no sign, and no column says the side in words that are known.'

const at = (cells: readonly string[], index: number) => (index === -1 ? '' : (cells[index] ?? ''))

/** The column that holds only words of sides; -1 without one. */
function wordsOfSides(rows: readonly CsvRow[], { day, amount, currency, balance }: BankColumns): number {
  const width = rows[0]?.cells.length ?? 0
  for (let index = 0; index < width; index += 1) {
    if ([day, amount, currency, balance].includes(index)) continue
    if (rows.every(({ cells }) => sideOf(at(cells, index)) !== null)) return index
  }
  return -1
}

/** Null if the days do not show the order of rows. */
function isNewestFirst(rows: readonly CsvRow[], { day }: BankColumns, order: DayOrder): boolean | null {
  const [first, last] = [dayOf(at(rows[0]?.cells ?? [], day), order), dayOf(at(rows.at(-1)?.cells ?? [], day), order)]
  return first === null || last === null || first === last ? null : first > last
}

/** Counts balances that move by and against the amounts. A balance is the one after its row or, as at ASN, before it. */
function compareBalances(
  rows: readonly CsvRow[],
  columns: BankColumns,
  amounts: readonly (number | null)[],
  decimal: DecimalSign | null,
  order: DayOrder,
) {
  const cents = rows.map(({ cells }) => {
    const money = moneyOf(at(cells, columns.balance), decimal)
    return money === null ? null : Math.round(money.amount * 100)
  })
  const newest = isNewestFirst(rows, columns, order)
  const orders = newest === null ? [true, false] : [newest]
  const counted = orders.flatMap((isNewest) =>
    [false, true].map((isBefore) => {
      const count = { fits: 0, contradicts: 0 }
      for (let index = 1; index < rows.length; index += 1) {
        const [older, newer] = isNewest ? [index, index - 1] : [index - 1, index]
        const [from, to] = [cents[older], cents[newer]]
        const amount = amounts[isBefore ? older : newer]
        if (from === null || from === undefined || to === null || to === undefined || !amount) continue
        const moved = Math.round(amount * 100)
        if (to - from === moved) count.fits += 1
        else if (to - from === -moved) count.contradicts += 1
      }
      return count
    }),
  )
  const [best = { fits: 0, contradicts: 0 }] = counted.toSorted(
    (one, other) => other.fits + other.contradicts - one.fits - one.contradicts || other.fits - one.fits,
  )
  return best
}

/** @throws {BankFileFault} if the sides are unknown, or contradict the balances */
export function judgeSides(
  rows: readonly CsvRow[],
  columns: BankColumns,
  decimal: DecimalSign | null,
  order: DayOrder,
): Judged['sideOfRow'] {
  const { amount, side, isSideNamed, wordForIn, balance, isReversed } = columns
  if (amount === -1 || rows.length === 0) return null
  if (wordForIn !== '' && side !== -1) return (cells) => (normalWord(at(cells, side)) === normalWord(wordForIn) ? 'in' : 'out')
  const amounts = rows.map(({ cells }) => moneyOf(at(cells, amount), decimal)?.amount ?? null)
  const hasSigns = amounts.some((each) => each !== null && each < 0) || rows.some(({ cells }) => at(cells, amount).startsWith('+'))
  let column = -1
  if (isSideNamed) {
    const unknown = rows.find(({ cells }) => sideOf(at(cells, side)) === null)
    if (!unknown) column = side
    else if (!hasSigns && rows.some(({ cells }) => at(cells, side) !== ''))
      throw new BankFileFault(
        `Row ${unknown.line} does not say whether money came in or went out: '${at(unknown.cells, side).slice(0, 40)}'.`,
        true,
      )
  }
  if (column === -1 && !hasSigns) column = wordsOfSides(rows, columns)
  const sideOfRow = column === -1 ? null : (cells: readonly string[]) => sideOf(at(cells, column))
  const read = rows.map(({ cells }, index) => {
    const each = amounts[index] ?? null
    if (each === null) return null
    if (sideOfRow) return sideOfRow(cells) === 'out' ? -Math.abs(each) : each
    return isReversed ? -each : each
  })
  const proof = balance === -1 ? { fits: 0, contradicts: 0 } : compareBalances(rows, columns, read, decimal, order)
  if (proof.contradicts > proof.fits)
    throw new BankFileFault('The balances of this file go down by amounts that seem to come in: it does not tell money in from money out.')
  if (column === -1 && !hasSigns && !isReversed && proof.fits === 0 && takesMoney(rows, columns)) throw new BankFileFault(NOT_TOLD, true)
  const paid = rows.find(({ cells }, index) => (read[index] ?? 0) < 0 && columns.texts.some((text) => PAYS_A_CARD.test(at(cells, text))))
  if (paid && proof.fits === 0)
    throw new BankFileFault(
      `Row ${paid.line} is a payment that was received, and goes out by its sign: amounts of this file are those of a card.`,
    )
  return sideOfRow
}

const takesMoney = (rows: readonly CsvRow[], { kinds, texts }: BankColumns) =>
  rows.some(
    ({ cells }) => kinds.some((index) => TAKES_MONEY.test(at(cells, index))) || texts.some((index) => LEAVES.test(at(cells, index))),
  )
