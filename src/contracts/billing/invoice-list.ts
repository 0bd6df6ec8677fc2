import * as z from 'zod'
import { documentKinds, invoiceStates, type DocumentKind, type InvoiceRow, type InvoiceState } from './invoices'
import type { PaymentMethod } from './receipts'
import { day, rowId } from '~/contracts/fields'
import { listInput, type ListPage } from '~/contracts/list-page'

/** Amounts are EUR, days '2026-11-21' in the shop's time zone. */

const invoiceSorts = ['-created', 'created', '-amount', 'amount', 'due', '-due'] as const
export type InvoiceSort = (typeof invoiceSorts)[number]

export const invoicesInput = listInput.extend({
  /** `due` is owed and not overdue. */
  state: z.enum(invoiceStates).optional(),
  kind: z.enum(documentKinds).optional(),
  userId: rowId.optional(),
  sort: z.enum(invoiceSorts).default('-created'),
})
export type InvoicesInput = z.output<typeof invoicesInput>

export interface InvoiceList extends ListPage<InvoiceRow, Record<InvoiceState, number>> {
  kinds: Record<DocumentKind, number>
  owed: number
  overdue: number
}

export const debtAges = ['notDue', 'days30', 'days60', 'days90', 'older'] as const
export type DebtAge = (typeof debtAges)[number]
export const debtAgeLabels: Record<DebtAge, string> = {
  notDue: 'Not due',
  days30: '1–30 days',
  days60: '31–60 days',
  days90: '61–90 days',
  older: 'Over 90 days',
}

export type Debts = Record<DebtAge | 'owed', number>

export const debtorsInput = listInput.pick({ search: true, cursor: true, limit: true })
export type DebtorsInput = z.output<typeof debtorsInput>

export interface Debtor extends Debts {
  id: string
  userId: string
  hasUser: boolean
  name: string | null
  company: string | null
  email: string | null
  phone: string | null
  invoices: number
  oldestDueOn: string | null
  /** Their money that pays no invoice. */
  onAccount: number
}

export interface DebtorList {
  rows: Debtor[]
  nextCursor: string | null
  total: number
  /** `toCredit`: in the ledger, but about to be credited. `onAccount`: of all customers, debtors or not. */
  totals: Debts & { toCredit: number; onAccount: number }
}

export const buyerAccountInput = z.object({ userId: rowId })

/** A customer's debt, and their money that pays no invoice. EUR. */
export interface BuyerAccount {
  owed: number
  overdue: number
  onAccount: number
}

/** Longer periods need several calls. */
const MOST_RECEIVED_DAYS = 366
const DAY_MS = 24 * 60 * 60 * 1000

export const receivedInput = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_RECEIVED_DAYS * DAY_MS, {
    path: ['to'],
    error: `At most ${MOST_RECEIVED_DAYS} days`,
  })

export interface ReceivedSums {
  number: number
  received: number
  /** Pays invoices, pays none, was refunded. */
  allocated: number
  onAccount: number
  refunded: number
  /** Payments matched with a line of a bank file. */
  fromBank: number
}

export interface ReceivedDay extends ReceivedSums {
  day: string
  method: PaymentMethod
}

export interface Received {
  days: ReceivedDay[]
  methods: (ReceivedSums & { method: PaymentMethod })[]
  total: ReceivedSums
  /** Lines of bank files in the period that are neither matched nor ignored. */
  openLines: { number: number; amount: number }
}
