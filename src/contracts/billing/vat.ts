import * as z from 'zod'

/** Prices include VAT; amounts are EUR in whole cents, half a cent rounded up. */

/** Administrators choose `outside` (the scope of VAT). */
export const vatCodes = ['standard', 'zero', 'outside'] as const
export type VatCode = (typeof vatCodes)[number]
export const vatCode = z.enum(vatCodes, 'Choose a rate of VAT')
export const vatLabels: Record<VatCode, string> = { standard: 'Standard rate', zero: 'Zero rate', outside: 'Outside the scope of VAT' }

/** GBP with VAT: invoices up to this need no name or address of the customer (VAT Regulations 1995, regulation 16). */
export const SIMPLE_INVOICE_STERLING = 250

/** The largest relative error of a product or quotient of a few binary fractions. A larger one would round up values below a half. */
const ROUNDING = 8 * Number.EPSILON

/** Half a cent is rounded away from 0. */
export const centsOf = (amount: number): number => {
  const cents = Math.abs(amount) * 100
  return Math.sign(amount) * Math.floor(cents + 0.5 + ROUNDING * Math.max(1, cents))
}

export const toCents = (amount: number): number => centsOf(amount) / 100

export interface Taxed {
  net: number
  vat: number
  total: number
}

/** The VAT in a gross amount. @param percent of the net amount */
export function taxIn(total: number, percent: number): Taxed {
  const cents = centsOf(total)
  const vat = centsOf((cents * percent) / (100 + percent) / 100)
  return { net: (cents - vat) / 100, vat: vat / 100, total: cents / 100 }
}

/** The VAT in a part of an amount; the parts' VAT adds up to that of the whole. @param before sum of the earlier parts */
export function taxInPart(part: number, before: number, percent: number): Taxed {
  const after = taxIn(toCents(before + part), percent)
  const earlier = taxIn(before, percent)
  const vat = toCents(after.vat - earlier.vat)
  return { net: toCents(part - vat), vat, total: toCents(part) }
}

export const lineTotal = (quantity: number, price: number): number => toCents(quantity * price)

export const sumOfTaxed = (lines: readonly Taxed[]): Taxed => {
  const sum = (of: (line: Taxed) => number) => lines.reduce((cents, line) => cents + centsOf(of(line)), 0) / 100
  return { net: sum(({ net }) => net), vat: sum(({ vat }) => vat), total: sum(({ total }) => total) }
}

/** @param sterling GBP for 1 EUR */
export const vatInSterling = (vat: number, sterling: number): number => toCents(vat * sterling)
