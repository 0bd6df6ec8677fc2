import * as z from 'zod'
import { decimalOf, plainText } from '~/contracts/fields'
import { recordOf } from '~/contracts/keys'
import type { DocumentKind, DocumentPurpose } from './invoices'
import { centsOf } from './vat'

/** The return of VAT for a quarter, by HMRC's Notice 700/12: boxes 1 to 9, in GBP, by the dates of invoices (no cash accounting). */

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
/** Boxes in whole pounds: pence are left out. */
const inPounds: readonly Box[] = [6, 7, 8, 9]
export const isInPounds = (box: Box): boolean => inPounds.includes(box)

/** Amounts (GBP) that the shop cannot know: the bookkeeper adds them. */
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

/** First and last day of a quarter, as '2026-10-01' and '2026-12-31'. */
export function daysOfQuarter({ year, quarter }: VatQuarter): { from: string; to: string } {
  const day = (month: number, date: number) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  return { from: day(3 * quarter - 3, 1), to: day(3 * quarter, 0) }
}
/** The quarter of a day, '2026-11-21'. */
export const quarterOf = (day: string): VatQuarter => ({ year: Number(day.slice(0, 4)), quarter: Math.ceil(Number(day.slice(5, 7)) / 3) })
export const quarterBefore = ({ year, quarter }: VatQuarter): VatQuarter =>
  quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 }

export const quarterAfter = ({ year, quarter }: VatQuarter): VatQuarter =>
  quarter === 4 ? { year: year + 1, quarter: 1 } : { year, quarter: quarter + 1 }

const LARGEST = 9_999_999.99
/** GBP, below 0 too; an empty field is 0. */
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

/** GBP in whole pence that a return is made of. */
export interface VatSums {
  /** Of invoices, less credit notes: VAT; what is within the scope, without VAT; what is outside, which is in no box. */
  vat: number
  net: number
  outside: number
  /** Of machines taken in exchange for store credit. */
  purchases: number
}

/** Pounds without pence. */
const wholePounds = (amount: number) => Math.trunc(centsOf(amount) / 100) + 0

/** The boxes, in pounds; 6 to 9 without pence. */
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
 * The most net VAT (GBP) of corrections that may go into a later return: £10,000, or up to £50,000 where it is at most 1% of box 6 (VAT
 * Regulations 1995, regulation 34). Larger ones are reported to HMRC separately.
 */
export const mostCorrected = (boxSix: number): number => Math.max(10_000, Math.min(50_000, boxSix / 100))

/** A document of a return. Amounts of credit notes are below 0. */
export interface VatDocument {
  id: string
  kind: DocumentKind
  purpose: DocumentPurpose
  number: string
  /** As '2026-11-21': of an invoice its tax point, of a credit note its day of issue. */
  day: string
  issuedOn: string | null
  buyer: string
  /** EUR within the scope of VAT, without VAT; its VAT; EUR outside the scope. */
  net: number
  vat: number
  outside: number
  /** GBP for one EUR, that of the document where it has one; null where none is known. */
  rate: number | null
  /** GBP; null without a rate. */
  netSterling: number | null
  vatSterling: number | null
  outsideSterling: number | null
  /** It came after the quarter of its day was locked. */
  isCorrection: boolean
}

/** A machine taken in exchange for store credit, or credit for one taken back (below 0). */
export interface VatPurchase {
  id: string
  number: string
  day: string
  /** EUR. */
  amount: number
  isBusiness: boolean
  rate: number | null
  sterling: number | null
}

export interface VatReturn {
  from: string
  to: string
  /** False for a seller without a VAT number. */
  isRegistered: boolean
  /** Null while it is open. */
  locked: { at: Date; by: string | null } | null
  /** Why it cannot be locked now; null if it can. */
  whyNotLocked: string | null
  /** It is the last locked one, which may be opened again. */
  mayUnlock: boolean
  typed: TypedVat
  boxes: Boxes
  sums: VatSums
  /** The first of them, by day; `counted` says how many there are. */
  documents: VatDocument[]
  purchases: VatPurchase[]
  counted: { documents: number; purchases: number; corrections: number; withoutRate: number }
  /** GBP of VAT of documents that came after their quarter was locked, and the most that may be put right so. */
  corrected: { vat: number; most: number }
  version: number
}

export const vatReturnFile = ({ year, quarter }: VatQuarter): string => `/api/books/vat-return.csv?year=${year}&quarter=${quarter}`
