import * as z from 'zod'
import { day } from '~/contracts/fields'

export const bookNames = [
  'documents',
  'payments',
  'entries',
  'xero',
  'quickbooks',
  'quickbooks-credit-notes',
  'sage',
  'sage-customers',
] as const
export type BookName = (typeof bookNames)[number]
export const bookLabels: Record<BookName, string> = {
  documents: 'Invoices and credit notes',
  payments: 'Payments and refunds',
  entries: 'Entries of the ledger',
  xero: 'Sales invoices for Xero',
  quickbooks: 'Invoices for QuickBooks Online',
  'quickbooks-credit-notes': 'Credit notes for QuickBooks Online',
  sage: 'Audit trail for Sage 50',
  'sage-customers': 'Customers for Sage 50',
}

/** Files with what was paid, which need the right to payments beside the one to invoices. */
export const hasPayments = (name: BookName): boolean => name === 'payments' || name === 'entries'

/** Documents per file: Xero imports 500 invoices at a time. */
export const documentsOfFile: Partial<Record<BookName, number>> = { xero: 500 }

const MOST_DAYS = 366
const DAY_MS = 24 * 60 * 60 * 1000

export const bookPeriod = z.object({ from: day, to: day }).superRefine(({ from, to }, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
  if (to < from) refuse('The last day is before the first')
  else if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS) refuse(`At most ${MOST_DAYS} days`)
})
export type BookPeriod = z.output<typeof bookPeriod>

export const bookPart = z.coerce.number().int().min(1).max(10_000).default(1)

export const bookFile = (name: BookName, { from, to }: BookPeriod, part?: number): string =>
  `/api/books/${name}.csv?${new URLSearchParams({ from, to, ...(part !== undefined && { part: String(part) }) }).toString()}`
