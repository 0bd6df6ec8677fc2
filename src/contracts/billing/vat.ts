import * as z from 'zod'

/** VAT on what the shop bills. Prices include it; amounts are EUR in whole cents, half a cent rounded up. */

/** `outside` the scope of VAT is an administrator's choice. */
export const vatCodes = ['standard', 'zero', 'outside'] as const
export type VatCode = (typeof vatCodes)[number]
export const vatCode = z.enum(vatCodes, 'Choose a rate of VAT')
export const vatLabels: Record<VatCode, string> = { standard: 'Standard rate', zero: 'Zero rate', outside: 'Outside the scope of VAT' }

/** Invoices up to this (GBP, with VAT) need neither the customer's name nor their address (VAT Regulations 1995, regulation 16). */
export const SIMPLE_INVOICE_STERLING = 250

/** The most that a product or quotient of a few binary fractions may lack of a half, for its size. More would round up what is below a half. */
const ROUNDING = 8 * Number.EPSILON

/** Whole cents of an amount in EUR, half a cent rounded away from 0. */
export const centsOf = (amount: number): number => {
  const cents = Math.abs(amount) * 100
  return Math.sign(amount) * Math.floor(cents + 0.5 + ROUNDING * Math.max(1, cents))
}

/** EUR in whole cents. */
export const toCents = (amount: number): number => centsOf(amount) / 100

export interface Taxed {
  net: number
  vat: number
  total: number
}

/** The VAT in an amount that includes it. @param percent of the net amount */
export function taxIn(total: number, percent: number): Taxed {
  const cents = centsOf(total)
  const vat = centsOf((cents * percent) / (100 + percent) / 100)
  return { net: (cents - vat) / 100, vat: vat / 100, total: cents / 100 }
}

/** The VAT in a part of an amount, such that all parts together have all of it. @param before what earlier parts add up to */
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

/** GBP of VAT at a rate of sterling for one euro. */
export const vatInSterling = (vat: number, sterling: number): number => toCents(vat * sterling)
