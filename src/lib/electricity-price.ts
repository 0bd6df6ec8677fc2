import { readFigure } from '~/contracts/written-figure'

/** The visitor's price of electricity in EUR per kWh, as a plain decimal: '0.28'. Kept in this tab, and with consent in this browser. */

const KEPT = 'electricity-price'
/** EUR per kWh. */
const HIGHEST = 5
const MOST_DECIMALS = 4

export const NOT_A_PRICE = `Enter what a kilowatt hour costs you in euros, such as 0.28, at most ${HIGHEST}.00`

/** Reads '0,28', '€0.28' or '.3'; null for any other text. */
export function readPrice(text: string): string | null {
  const figure = readFigure(text.replaceAll(/[\s€]/g, '').replace(/^0+(?=\d)/, ''), 'decimal')
  if (!figure || !('digits' in figure)) return null
  const [, decimals = ''] = figure.digits.split('.')
  return Number(figure.digits) <= HIGHEST && decimals.length <= MOST_DECIMALS ? figure.digits : null
}

let typed: string | null = null

/** @param price null removes it @param mayStore the visitor has consented to functional storage */
export function keepPrice(price: string | null, mayStore: boolean): void {
  typed = price
  if (price === null) forgetPrice()
  try {
    if (mayStore && price !== null) localStorage.setItem(KEPT, price)
  } catch {
    // Storage is full or switched off; the tab still has the price.
  }
}

/** Called when consent is withdrawn. */
export function forgetPrice(): void {
  try {
    localStorage.removeItem(KEPT)
  } catch {
    // Storage is switched off.
  }
}

export function readKeptPrice(): string | null {
  if (typed !== null) return typed
  try {
    return readPrice(localStorage.getItem(KEPT) ?? '')
  } catch {
    return null
  }
}
