import * as z from 'zod'
import { amountToSpend, sumOfAmounts } from '~/contracts/credit/credit'
import { vatCode, type VatCode } from './vat'
import { requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'

export const documentKinds = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const documentPurposes = ['repair', 'order', 'deposit', 'interest'] as const
export type DocumentPurpose = (typeof documentPurposes)[number]

/** For people. `settled`: paid by money or store credit, or a credit note. */
export const invoiceStates = ['waiting', 'due', 'overdue', 'settled', 'credited', 'withdrawn'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export const invoiceStateLabels: Record<InvoiceState, string> = {
  waiting: 'Waiting',
  due: 'Due',
  overdue: 'Overdue',
  settled: 'Settled',
  credited: 'Credited',
  withdrawn: 'Withdrawn',
}

export const missing = ['customer', 'address', 'exchange_rate', 'vat_rate', 'amount', 'approval'] as const
export type Missing = (typeof missing)[number]
export const missingTexts: Record<Missing, string> = {
  customer: 'It has no customer',
  address: 'Its customer’s billing address is not known',
  exchange_rate: 'There is no exchange rate for its tax point',
  vat_rate: 'There is no rate of VAT for its day',
  amount: 'There is nothing to bill yet',
  approval: 'A second administrator must approve it',
}

export const billedNouns = ['repairs', 'orders'] as const
export type BilledNoun = (typeof billedNouns)[number]

export const purposeOf = { repairs: 'repair', orders: 'order' } as const satisfies Record<BilledNoun, DocumentPurpose>

export const billedId = (noun: BilledNoun, id: string): { repairId?: string; orderId?: string } =>
  ({ repairs: { repairId: id }, orders: { orderId: id } })[noun]

export const billedNoun = (stored: string | null): BilledNoun | null => billedNouns.find((noun) => noun === stored) ?? null

export interface InvoiceLine {
  id: string
  description: string
  quantity: number
  /** EUR for one with VAT; negative for earlier bills. */
  price: number
  vatCode: VatCode
  vatPercent: number
  net: number
  vat: number
  total: number
  credited: number
}

export interface Party {
  name: string
  company: string | null
  address: string | null
  country: string | null
  vatNumber: string | null
  email: string | null
  /** In one line; absent on documents older than this field. */
  registeredOffice?: string | null | undefined
}

/** A document in a list. Amounts are EUR, days '2026-11-21'. */
export interface InvoiceRow {
  id: string
  kind: DocumentKind
  purpose: DocumentPurpose
  number: string | null
  state: InvoiceState
  waitsFor: Missing[]
  buyerName: string | null
  buyerEmail: string | null
  userId: string | null
  noun: BilledNoun | null
  nounId: string | null
  nounNumber: string | null
  issuedOn: string | null
  dueOn: string | null
  total: number
  owed: number
  /** The part of `owed` that a credit note will cancel, because the work was cancelled; the buyer is not asked for it. */
  toCredit: number
  /** The part of `owed` that store credit put aside for its work will pay; the buyer is not asked for it. */
  promised: number
  paid: number
  storeCredit: number
  credited: number
  createdAt: Date
  version: number
}

export const TO_CREDIT = 'To be credited'
export const isToCredit = ({ owed, toCredit }: Pick<InvoiceRow, 'owed' | 'toCredit'>): boolean => owed > 0 && toCredit >= owed

/** EUR that money or store credit has still to settle. */
export const unsettled = ({ owed, toCredit }: Pick<InvoiceRow, 'owed' | 'toCredit'>): number => sumOfAmounts([owed, -toCredit])

/** EUR to ask the buyer for. */
export const askedFor = ({ promised, ...row }: Pick<InvoiceRow, 'owed' | 'toCredit' | 'promised'>): number =>
  Math.max(0, sumOfAmounts([unsettled(row), -promised]))

/** Store credit pays all that is left, once the work is done. */
export const isPromised = (row: Pick<InvoiceRow, 'owed' | 'toCredit' | 'promised'>): boolean => row.promised > 0 && askedFor(row) === 0

export interface Invoice extends InvoiceRow {
  net: number
  vat: number
  /** VAT in GBP, with the rate for 1 EUR, its day and source; null without VAT. */
  vatSterling: number | null
  rate: { sterling: number; day: string; source: string } | null
  suppliedOn: string | null
  /** Null of older documents, whose day of supply it is. */
  taxPoint: string | null
  issuedAt: Date | null
  reason: string | null
  seller: Party
  buyer: Party
  lines: InvoiceLine[]
  of: { id: string; number: string | null; issuedOn: string | null } | null
  following: { id: string; number: string | null; kind: DocumentKind; purpose: DocumentPurpose; total: number; issuedOn: string | null }[]
}

export const invoiceInput = z.object({ id: rowId })
/** Latest first; `isOwed`: only those with something to pay. */
export const ownInvoicesInput = z.object({ ...listPosition, isOwed: z.boolean().optional() })
export const withdrawInvoiceInput = z.object({ id: rowId, version: rowVersion.optional() })
export const chargeInterestInput = z.object({ id: rowId, ...withIdempotencyKey })

/** Percent per month that a business pays on late debt (requirements §9). */
export const INTEREST_PERCENT = 1.5

export interface LateInterest {
  months: number
  /** EUR, less what was charged before. */
  amount: number
}

/** Bills the cost less deposits billed before. Waits if something is missing. Repeating it returns the same invoice. */
export const issueInvoiceInput = z
  .object({
    repairId: rowId.optional(),
    orderId: rowId.optional(),
    /** For all lines; without one the standard rate. */
    vatCode: vatCode.optional(),
    ...withIdempotencyKey,
  })
  .refine(({ repairId, orderId }) => (repairId === undefined) !== (orderId === undefined), {
    path: ['repairId'],
    error: 'Name a repair or an order',
  })

const MOST_LINES = 200

/** Credits whole lines or amounts of them; without `lines` all that is not credited yet. */
export const creditInvoiceInput = z.object({
  id: rowId,
  version: rowVersion.optional(),
  lines: z
    .array(z.object({ lineId: rowId, amount: amountToSpend.optional() }))
    .min(1, 'Choose a line')
    .max(MOST_LINES)
    .optional(),
  reason: requiredLine('Say why'),
  ...withIdempotencyKey,
})

export const invoiceFormats = ['pdf', 'ubl'] as const
export type InvoiceFormat = (typeof invoiceFormats)[number]

const fileParameters = (format: InvoiceFormat, token?: string): string => {
  const query = new URLSearchParams({ ...(token !== undefined && { token }), ...(format !== 'pdf' && { format }) }).toString()
  return query === '' ? '' : `?${query}`
}

export const invoiceFile = (id: string, format: InvoiceFormat = 'pdf'): string =>
  `/api/invoices/${encodeURIComponent(id)}${fileParameters(format)}`
/** By the secret of a link, else by the session. */
export const ownInvoiceFile = (id: string, format: InvoiceFormat = 'pdf', token?: string): string =>
  `/api/customer-invoices/${encodeURIComponent(id)}${fileParameters(format, token)}`
export const invoiceFileQuery = z.object({
  id: rowId,
  token: z.string().max(300).optional(),
  format: z.enum(invoiceFormats).default('pdf'),
  download: z.literal('1').optional(),
})
