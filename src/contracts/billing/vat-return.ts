import * as z from 'zod'
import { decimalOf, plainText } from '~/contracts/fields'
import { recordOf } from '~/contracts/keys'
import type { DocumentKind, DocumentPurpose } from './invoices'
import { centsOf } from './vat'

/** The quarterly VAT return (HMRC Notice 700/12): boxes 1 to 9 in GBP, by the dates of invoices (no cash accounting). */

export const boxes = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type Box = (typeof boxes)[number]
export const boxLabels: Record<Box, string> = {
  1: 'VAT due on sales and other outputs',
  2: 'VAT due on acquisitions of goods made in Northern Ireland from EU member states',
  3: 'Total VAT due (boxes 1 and 2)',
  4: 'VAT reclaimed on purchases and other inputs',
  5: 'Net VAT to pay to HMRC, or to reclaim (boxes 3 and 4)',
  6: 'Total value of sales and other outputs, without VAT',
  7: 'Total value of purchases and other inputs, without VAT',
  8: 'Total value of supplies of goods from Northern Ireland to EU member states, without VAT',
  9: 'Total value of acquisitions of goods in Northern Ireland from EU member states, without VAT',
}
/** Boxes in whole pounds, without pence. */
const inPounds: readonly Box[] = [6, 7, 8, 9]
export const isInPounds = (box: Box): boolean => inPounds.includes(box)

export const typedAmounts = [
  'otherVatDue',
  'vatOnAcquisitions',
  'vatReclaimed',
  'otherSales',
  'otherPurchases',
  'goodsToEu',
  'goodsFromEu',
] as const
export type TypedAmount = (typeof typedAmounts)[number]
export const typedAmountLabels: Record<TypedAmount, { box: Box; label: string }> = {
  otherVatDue: { box: 1, label: 'Other VAT due' },
  vatOnAcquisitions: { box: 2, label: 'VAT on acquisitions' },
  vatReclaimed: { box: 4, label: 'VAT on purchases' },
  otherSales: { box: 6, label: 'Other sales' },
  otherPurchases: { box: 7, label: 'Other purchases' },
  goodsToEu: { box: 8, label: 'Goods to the EU' },
  goodsFromEu: { box: 9, label: 'Goods from the EU' },
}

const YEARS = { first: 2000, last: 9999 }
const quarterShape = {
  year: z.int('Choose a year').min(YEARS.first, 'Choose a year').max(YEARS.last, 'Choose a year'),
  quarter: z.int('Choose a quarter').min(1, 'Choose a quarter').max(4, 'Choose a quarter'),
}
export const vatQuarter = z.object(quarterShape)
export type VatQuarter = z.output<typeof vatQuarter>

/** '2026-10-01' and '2026-12-31'. */
export function daysOfQuarter({ year, quarter }: VatQuarter): { from: string; to: string } {
  const day = (month: number, date: number) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  return { from: day(3 * quarter - 3, 1), to: day(3 * quarter, 0) }
}
export const quarterOf = (day: string): VatQuarter => ({ year: Number(day.slice(0, 4)), quarter: Math.ceil(Number(day.slice(5, 7)) / 3) })
export const quarterBefore = ({ year, quarter }: VatQuarter): VatQuarter =>
  quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 }

export const quarterAfter = ({ year, quarter }: VatQuarter): VatQuarter =>
  quarter === 4 ? { year: year + 1, quarter: 1 } : { year, quarter: quarter + 1 }

const LARGEST = 9_999_999.99
/** GBP, also negative; empty is 0. */
const typedAmount = z
  .union([z.number(), z.string().max(40)])
  .transform((typed) => (typed === '' ? 0 : decimalOf(typed)))
  .pipe(
    z
      .number({ error: 'Enter an amount, such as 120.50' })
      .min(-LARGEST, 'Too large an amount')
      .max(LARGEST, 'Too large an amount')
      .transform((amount) => centsOf(amount) / 100),
  )
  .default(0)

const LONGEST_NOTE = 1000
export const typedVat = z.object({
  ...recordOf(typedAmounts, () => typedAmount),
  note: plainText(LONGEST_NOTE)
    .nullish()
    .transform((text) => text?.trim() || null),
})
export type TypedVat = z.output<typeof typedVat>
export const saveVatReturnInput = typedVat.extend({ ...quarterShape, version: z.int().nonnegative().optional() })

export type Boxes = Record<Box, number>
const pounds = z.number()
export const storedBoxes = z.object({
  ...{ 1: pounds, 2: pounds, 3: pounds, 4: pounds, 5: pounds },
  ...{ 6: pounds, 7: pounds, 8: pounds, 9: pounds },
})

/** GBP in whole pence. */
export interface VatSums {
  /** Invoices less credit notes: VAT, net within the scope, and out of scope, which is in no box. */
  vat: number
  net: number
  outside: number
  purchases: number
}

const wholePounds = (amount: number) => Math.trunc(centsOf(amount) / 100) + 0

/** Pounds; boxes 6 to 9 without pence. */
export function boxesOf(sums: VatSums, typed: TypedVat): Boxes {
  const add = (...amounts: number[]) => amounts.reduce((cents, amount) => cents + centsOf(amount), 0) / 100
  const [one, two, four] = [add(sums.vat, typed.otherVatDue), typed.vatOnAcquisitions, typed.vatReclaimed]
  const three = add(one, two)
  return {
    ...{ 1: one, 2: two, 3: three, 4: four, 5: add(three, -four) },
    ...{ 6: wholePounds(add(sums.net, typed.otherSales)), 7: wholePounds(add(sums.purchases, typed.otherPurchases)) },
    ...{ 8: wholePounds(typed.goodsToEu), 9: wholePounds(typed.goodsFromEu) },
  }
}

/**
 * GBP that a later return may correct: £10,000, or up to £50,000 at 1% of box 6 (VAT Regulations 1995, regulation 34). More is reported to
 * HMRC.
 */
export const mostCorrected = (boxSix: number): number => Math.max(10_000, Math.min(50_000, boxSix / 100))

export interface VatDocument {
  id: string
  kind: DocumentKind
  purpose: DocumentPurpose
  number: string
  /** '2026-11-21': an invoice's tax point, a credit note's day of issue. */
  day: string
  issuedOn: string | null
  buyer: string
  /** EUR: net within the scope, its VAT, and out of scope. */
  net: number
  vat: number
  outside: number
  /** GBP for 1 EUR; null if unknown. */
  rate: number | null
  netSterling: number | null
  vatSterling: number | null
  outsideSterling: number | null
  /** Issued after the quarter of its day was locked. */
  isCorrection: boolean
}

/** Below 0 for a machine returned to its customer. */
export interface VatPurchase {
  id: string
  number: string
  day: string
  amount: number
  isBusiness: boolean
  rate: number | null
  sterling: number | null
}

export interface VatReturn {
  from: string
  to: string
  isRegistered: boolean
  locked: { at: Date; by: string | null } | null
  /** Null if it can be locked. */
  whyNotLocked: string | null
  /** Only the last locked quarter can be unlocked. */
  mayUnlock: boolean
  typed: TypedVat
  boxes: Boxes
  sums: VatSums
  /** The first ones by day; `counted` is their total number. */
  documents: VatDocument[]
  purchases: VatPurchase[]
  counted: { documents: number; purchases: number; corrections: number; withoutRate: number }
  /** GBP of VAT from documents after their quarter was locked, and the limit for correcting it here. */
  corrected: { vat: number; most: number }
  version: number
}

export const vatReturnFile = ({ year, quarter }: VatQuarter): string => `/api/books/vat-return.csv?year=${year}&quarter=${quarter}`
