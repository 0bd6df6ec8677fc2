import { createHash } from 'node:crypto'
import {
  bankDelimiters,
  type BankColumnRole,
  type BankMapping,
  type BankSketch,
  MOST_MAPPED_COLUMNS,
} from '~/contracts/billing/bank-accounts'
import { BankFileFault } from './bank-file-fault'
import { normalName } from './column-names'
import type { BankColumns } from './find-columns'
import { findHeader, type Header } from './find-header'
import { accountNumberOf } from './read-above'
import { dayOf } from './read-day'
import { moneyOf } from './read-money'
import { type CsvRow, splitRows } from './split-rows'
import { currencyInName, currencyOf, rowStateOf, sideOf } from './bank-words'

const SHOWN_ROWS = 12

/** Identifies the files that a mapping fits, by column names or else by their number. */
const signatureOf = (delimiter: string, namesRow: number, width: number, names: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([delimiter, namesRow === 0 ? width : names.map((name) => name.trim().toLowerCase())]))
    .digest('hex')

const isLikeData = (cells: readonly string[]) =>
  cells.some((cell) => dayOf(cell, 'dmy') !== null || dayOf(cell, 'mdy') !== null) &&
  cells.some((cell) => moneyOf(cell) !== null && !/^\d{8}$/.test(cell))

/** The delimiter that yields most cells in most rows. */
function delimiterOf(text: string): (typeof bankDelimiters)[number] {
  const head = text.slice(0, 20_000)
  const cells = (delimiter: string) => head.split(/\r\n|\r|\n/).filter((line) => line.split(delimiter).length > 2).length
  return bankDelimiters.toSorted((one, other) => cells(other) - cells(one))[0] ?? ','
}

function guessRole(cells: readonly string[], taken: ReadonlySet<BankColumnRole>): BankColumnRole {
  const filled = cells.filter((cell) => cell !== '')
  const all = (test: (cell: string) => boolean) => filled.length > 0 && filled.every(test)
  if (all((cell) => dayOf(cell, 'dmy') !== null || dayOf(cell, 'mdy') !== null)) return taken.has('day') ? 'nothing' : 'day'
  if (all((cell) => currencyOf(cell) !== null)) return taken.has('currency') ? 'nothing' : 'currency'
  if (all((cell) => sideOf(cell) !== null)) return taken.has('side') ? 'nothing' : 'side'
  if (all((cell) => rowStateOf(cell) !== null)) return taken.has('state') ? 'nothing' : 'state'
  if (all((cell) => moneyOf(cell) !== null && /[.,]\d{2}\D{0,4}$/.test(cell)))
    return taken.has('amount') ? (taken.has('balance') ? 'nothing' : 'balance') : 'amount'
  return all((cell) => /\p{L}{3}/u.test(cell)) ? 'text' : 'nothing'
}

/** Of two money columns the signed one is the amount, the other the balance. */
function preferSigned(roles: BankColumnRole[], rows: readonly (readonly string[])[]): void {
  const [amount, balance] = [roles.indexOf('amount'), roles.indexOf('balance')]
  const hasSigns = (index: number) => rows.some((cells) => /^[+-]|-$/.test(cells[index] ?? ''))
  if (amount === -1 || balance === -1 || hasSigns(amount) || !hasSigns(balance)) return
  roles[amount] = 'balance'
  roles[balance] = 'amount'
}

/** Two money columns with one value in each row are money out and money in. */
function splitSides(roles: BankColumnRole[], rows: readonly (readonly string[])[]): void {
  const amount = roles.indexOf('amount')
  const filled = (index: number) => rows.filter((cells) => (cells[index] ?? '') !== '')
  if (amount === -1 || rows.length === 0) return
  const other = roles.findIndex(
    (role, index) =>
      (role === 'balance' || role === 'nothing') &&
      index !== amount &&
      filled(index).length > 0 &&
      filled(index).every((cells) => moneyOf(cells[index] ?? '') !== null && (cells[amount] ?? '') === '') &&
      filled(index).length + filled(amount).length === rows.length,
  )
  if (other === -1) return
  const goesOut = (index: number) => filled(index).every((cells) => (moneyOf(cells[index] ?? '')?.amount ?? 0) <= 0)
  if (goesOut(amount) === goesOut(other)) return
  roles[goesOut(amount) ? amount : other] = 'paidOut'
  roles[goesOut(amount) ? other : amount] = 'paidIn'
}

/** A column of one or two short words beside unsigned amounts shows the side, even if the words are unknown. */
function guessSide(roles: BankColumnRole[], rows: readonly (readonly string[])[]): void {
  const amount = roles.indexOf('amount')
  if (amount === -1 || roles.includes('side') || rows.length < 2 || rows.some((cells) => /^[+-]|-$/.test(cells[amount] ?? ''))) return
  const side = roles.findIndex((role, index) => {
    const words = new Set(rows.map((cells) => cells[index] ?? ''))
    return role === 'nothing' && words.size <= 2 && [...words].every((word) => /^\p{L}{1,3}$/u.test(word))
  })
  if (side !== -1) roles[side] = 'side'
}

function rolesOf(columns: BankColumns, width: number): BankColumnRole[] {
  const named: readonly (readonly [BankColumnRole, number])[] = [
    ['day', columns.day],
    ['amount', columns.amount],
    ['paidIn', columns.paidIn],
    ['paidOut', columns.paidOut],
    ['side', columns.side],
    ['currency', columns.currency],
    ['state', columns.state],
    ['reference', columns.reference],
    ['balance', columns.balance],
  ]
  return Array.from(
    { length: width },
    (_, index) => named.find(([, at]) => at === index)?.[0] ?? (columns.texts.includes(index) ? 'text' : 'nothing'),
  )
}

/** @throws {BankFileFault} for what is no table */
export function sketchBank(text: string, given?: BankMapping): BankSketch {
  const header = given ? null : findHeader(text)
  const delimiter = given?.delimiter ?? bankDelimiters.find((each) => each === header?.delimiter) ?? delimiterOf(text)
  const rows = splitRows(text, delimiter, 60).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width < 2 || width > MOST_MAPPED_COLUMNS || rows.length === 0)
    throw new BankFileFault('This file is no table of rows and columns: save it as CSV, with a date and an amount in each row.')
  const firstData = rows.findIndex(({ cells }) => isLikeData(cells))
  // The names stand above the first row with a day and an amount.
  const namesRow =
    given?.namesRow ?? (header ? header.above.filter(({ cells }) => cells.some((cell) => cell !== '')).length + 1 : Math.max(0, firstData))
  const data = rows.slice(Math.max(namesRow, firstData)).map(({ cells }) => cells)
  const taken = new Set<BankColumnRole>()
  const guessed = Array.from({ length: width }, (_, index) => {
    const role = guessRole(
      data.map((cells) => cells[index] ?? ''),
      taken,
    )
    if (role !== 'text') taken.add(role)
    return role
  })
  preferSigned(guessed, data)
  splitSides(guessed, data)
  guessSide(guessed, data)
  const names = namesRow === 0 ? [] : (rows[namesRow - 1]?.cells ?? [])
  for (const [index, name] of names.entries())
    if (guessed[index] === 'amount' && normalName(name).includes('saldo')) guessed[index] = 'balance'
  const columns = header ? rolesOf(header.columns, width) : guessed
  const mapping: BankMapping = {
    dayOrder: 'dmy',
    decimalSign: 'file',
    amounts: 'signed',
    wordForIn: '',
    ...given,
    delimiter,
    namesRow,
    columns: given?.columns.length === width ? given.columns : columns,
    signature: signatureOf(delimiter, namesRow, width, names),
  }
  return {
    mapping,
    accountNumber: accountNumberOf(rows.slice(0, namesRow), [], { account: -1 }),
    rows: rows.slice(0, SHOWN_ROWS).map(({ cells }) => Array.from({ length: width }, (_, index) => (cells[index] ?? '').slice(0, 80))),
  }
}

const NO_COLUMNS = { account: -1, rowKind: null, bank: null } as const

/** Null for a file that the mapping does not fit. @throws {BankFileFault} for a file that is no CSV */
export function mappedHeader(text: string, mapping: BankMapping): Header | null {
  const rows = splitRows(text, mapping.delimiter).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const width = Math.max(0, ...rows.slice(0, 60).map(({ cells }) => cells.length))
  const names = mapping.namesRow === 0 ? [] : (rows[mapping.namesRow - 1]?.cells ?? [])
  if (signatureOf(mapping.delimiter, mapping.namesRow, width, names) !== mapping.signature) return null
  const at = (role: BankColumnRole) => mapping.columns.indexOf(role)
  const below = rows.slice(mapping.namesRow)
  const columns: BankColumns = {
    ...NO_COLUMNS,
    width: mapping.namesRow === 0 ? shortest(below, mapping) : names.findLastIndex((cell) => cell !== '') + 1,
    widest: width,
    day: at('day'),
    amount: at('amount'),
    paidIn: at('paidIn'),
    paidOut: at('paidOut'),
    side: at('side'),
    isSideNamed: at('side') !== -1,
    wordForIn: mapping.wordForIn,
    currency: at('currency'),
    state: at('state'),
    reference: at('reference'),
    balance: at('balance'),
    texts: mapping.columns.flatMap((role, index) => (role === 'text' ? [index] : [])),
    kinds: [],
    dayOrder: mapping.dayOrder,
    decimal: mapping.decimalSign === 'file' ? null : mapping.decimalSign,
    isReversed: mapping.amounts === 'reversed',
    namedCurrency: currencyInName(names[at('amount') === -1 ? at('paidIn') : at('amount')] ?? '').currency,
  }
  return { delimiter: mapping.delimiter, columns, above: rows.slice(0, Math.max(0, mapping.namesRow - 1)), below }
}

/** Rows may lack empty cells at the end, but no mapped column. */
const shortest = (rows: readonly CsvRow[], { columns }: BankMapping) =>
  Math.max(columns.findLastIndex((role) => role !== 'nothing') + 1, Math.min(...rows.slice(0, 60).map(({ cells }) => cells.length)))
