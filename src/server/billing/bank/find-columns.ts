import {
  accountNames,
  amountNames,
  balanceNames,
  currencyNames,
  dayNames,
  kindNames,
  normalName,
  paidInNames,
  paidOutNames,
  referenceNames,
  sideNames,
  stateNames,
  textNames,
} from './column-names'
import { type BankLayout, bankLayouts } from './bank-layouts'
import type { DayOrder } from './read-day'
import type { DecimalSign } from './read-money'
import { currencyInName, currencyOf } from './bank-words'

/** 0-based; -1 for a missing column. */
export interface BankColumns {
  bank: string | null
  width: number
  widest: number
  day: number
  amount: number
  paidIn: number
  paidOut: number
  side: number
  /** False if only its words show the side's column. */
  isSideNamed: boolean
  /** The side's word for money in, as mapped by hand. */
  wordForIn: string
  currency: number
  state: number
  account: number
  balance: number
  reference: number
  texts: readonly number[]
  kinds: readonly number[]
  rowKind: { column: number; bookings: readonly string[] } | null
  /** From the amount columns' names, or the layout. */
  namedCurrency: string | null
  dayOrder: DayOrder | null
  decimal: DecimalSign | null
  isReversed: boolean
}

interface Name {
  plain: string
  bare: string
  currency: string | null
}

const nameOf = (cell: string): Name => {
  const { currency, rest } = currencyInName(cell)
  return { plain: normalName(cell), bare: currency === null ? '' : normalName(rest), currency }
}

function place(names: readonly string[], wanted: readonly string[], isFree: (index: number) => boolean = () => true): number {
  for (const name of wanted) {
    const index = names.findIndex((each, at) => each === name && isFree(at))
    if (index !== -1) return index
  }
  return -1
}

const layoutOf = (names: readonly string[]): BankLayout | undefined =>
  bankLayouts.find(({ header }) => header.every((name) => names.includes(name)))

/** 'Valuta' is a currency in Dutch and Swedish, and a day in German and Italian. */
const holdsCurrencies = (sample: readonly (readonly string[])[], index: number) => {
  const cells = sample.map((row) => row[index] ?? '').filter((cell) => cell !== '')
  return cells.length > 0 && cells.every((cell) => currencyOf(cell) !== null || /^[A-Z]{3}$/.test(cell))
}

/** A name with a currency counts first, since amounts beside it may be in another. */
function amountPlace(names: readonly Name[], wanted: readonly string[]): number {
  for (const name of wanted) {
    const inEuro = names.findIndex(({ bare, currency }) => bare === name && currency === 'EUR')
    if (inEuro !== -1) return inEuro
  }
  for (const name of wanted) {
    const index = names.findIndex(({ plain, bare }) => plain === name || bare === name)
    if (index !== -1) return index
  }
  return -1
}

function currencyPlace(
  plain: readonly string[],
  sample: readonly (readonly string[])[],
  amount: number,
  wanted: readonly string[],
): number {
  // The column behind an amount holds its currency, whatever its name.
  if (amount !== -1 && wanted.length > 1 && holdsCurrencies(sample, amount + 1)) return amount + 1
  for (const name of wanted) {
    const index = plain.findIndex((each, at) => each === name && holdsCurrencies(sample, at))
    if (index !== -1) return index
  }
  // Without rows a name is enough, except 'Valuta', which may be a day.
  return place(
    plain,
    wanted.filter((name) => name !== 'valuta'),
  )
}

/** Null for a row that names no day and no amount. @param sample rows below it */
export function columnsOf(cells: readonly string[], sample: readonly (readonly string[])[] = []): BankColumns | null {
  const names = cells.map(nameOf)
  const plain = names.map((name) => name.plain)
  const layout = layoutOf(plain)
  const said = layout?.columns
  const money = (wanted: readonly string[]) => amountPlace(names, wanted)
  let [amount, paidIn, paidOut] = [said?.amount ? money([said.amount]) : money(amountNames), money(paidInNames), money(paidOutNames)]
  const isNamedEuro = (index: number) => names[index]?.currency === 'EUR'
  // Beside an amount in EUR, the two sides may be in the currency of a purchase.
  const hasBetter = said?.amount !== undefined || (isNamedEuro(amount) && !isNamedEuro(paidIn))
  if (paidIn !== -1 && paidOut !== -1 && !hasBetter) amount = -1
  else if (amount !== -1) [paidIn, paidOut] = [-1, -1]
  const day = place(plain, said?.day ? [said.day] : dayNames, (index) => plain[index] !== 'valuta' || !holdsCurrencies(sample, index))
  if (day === -1 || (amount === -1 && paidIn === -1)) return null
  const currency = currencyPlace(plain, sample, amount, said?.currency ? [said.currency] : currencyNames)
  const side = place(plain, said?.side ? [said.side] : sideNames)
  const used = new Set([day, amount, paidIn, paidOut, currency, side])
  const free = (index: number) => !used.has(index)
  const namedCurrency = names[amount === -1 ? paidIn : amount]?.currency ?? layout?.currency ?? null
  const reference = place(plain, said?.reference ? [said.reference] : referenceNames, free)
  const texts = plain.flatMap((name, index) => (textNames.has(name) && free(index) && index !== reference ? [index] : []))
  const state = place(plain, stateNames, free)
  const balance = place(plain, balanceNames, free)
  const account = place(plain, accountNames, free)
  const rowKind = layout?.rowKind
  const kindColumn = typeof rowKind?.column === 'string' ? plain.indexOf(rowKind.column) : (rowKind?.column ?? -1)
  const bareBalance = names.findIndex(({ bare }, index) => balanceNames.includes(bare) && free(index))
  return {
    bank: layout?.bank ?? null,
    width: layout?.shortestRow ?? cells.findLastIndex((cell) => cell !== '') + 1,
    widest: cells.length,
    day,
    amount,
    paidIn,
    paidOut,
    side,
    isSideNamed: side !== -1,
    wordForIn: '',
    currency,
    state,
    account,
    balance: balance === -1 ? bareBalance : balance,
    reference,
    texts:
      texts.length > 0 ? texts : plain.flatMap((_, index) => (free(index) && ![state, balance, account].includes(index) ? [index] : [])),
    kinds: plain.flatMap((name, index) => (kindNames.has(name) ? [index] : [])),
    rowKind: rowKind && kindColumn !== -1 ? { column: kindColumn, bookings: rowKind.bookings } : null,
    namedCurrency,
    dayOrder: layout?.dayOrder ?? null,
    decimal: layout?.decimal ?? null,
    isReversed: layout?.isReversed ?? false,
  }
}
