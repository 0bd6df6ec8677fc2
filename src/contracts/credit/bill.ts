import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { billedNouns, type InvoiceRow } from './invoices'
import type { CreditSums } from './payments'
import type { PaymentRow } from './receipts'

/** The cost of a repair or an order, the payments and the balance: on its case, its tracking page and in the account. EUR. */
export interface Bill {
  /** The amount that is billed, or will be: the actual cost, else the accepted one. Null while it is not known. */
  cost: number | null
  credit: CreditSums
  /** Issued and waiting ones, the oldest first. */
  invoices: InvoiceRow[]
  payments: PaymentRow[]
  /** Money that was received for it: with invoices, or on account. */
  paid: number
  /** EUR of payments for it that pay no invoice. */
  onAccount: number
  /** EUR to pay now: store credit, held or still to come, and money count first. */
  due: number
  /** EUR of the deposit that is to be paid before the work; 0 where there is none, or it is paid. */
  depositDue: number
  /** The earliest due day of an invoice that is owed, as '2026-12-05'. */
  dueOn: string | null
  isOverdue: boolean
  /** More is billed than the work now costs: a credit note to propose to an administrator. Null otherwise, and for customers. */
  proposal: CreditProposal | null
}

export interface CreditProposal {
  invoiceId: string
  /** EUR. */
  amount: number
  reason: string
}

export const billInput = z.object({ noun: z.enum(billedNouns), id: rowId })
