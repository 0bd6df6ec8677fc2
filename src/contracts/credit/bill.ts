import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { billedNouns, type InvoiceRow } from './invoices'
import type { CreditSums } from './payments'
import type { PaymentRow } from './receipts'
import type { PayFacts } from './when-to-pay'

/** The cost of a repair or an order, the payments and the balance: on its case, its tracking page and in the account. EUR. */
export interface Bill {
  /** The amount that is billed, or will be: the actual cost, else the accepted one. Null while it is not known. */
  cost: number | null
  credit: CreditSums
  /** Issued and waiting ones, the oldest first. */
  invoices: InvoiceRow[]
  payments: PaymentRow[]
  /** EUR of issued invoices before credit notes, and of what these took off. */
  billed: number
  credited: number
  /** EUR of the cost that no invoice has billed. A part that was credited is not billed again; a whole invoice is. */
  unbilled: number
  /** Money that was received for it: with invoices, or on account. */
  paid: number
  /** EUR of payments for it that pay no invoice. */
  onAccount: number
  /** EUR to pay in all: store credit, held or still to come, and money count first. Nothing of work that was cancelled or came to nothing. */
  due: number
  /** EUR of that to pay now: nothing while a repair goes on. */
  dueNow: number
  /** Says when and how to pay (`whenToPay`). */
  pay: PayFacts
  /** EUR of the deposit that is to be paid before the work; 0 where there is none, or it is paid. */
  depositDue: number
  /** The earliest due day of an invoice that is owed, as '2026-12-05'. */
  dueOn: string | null
  isOverdue: boolean
  /** EUR that invoices are owed, and that a credit note will take off: the work has ended, and costs less than was billed. */
  toCredit: number
  /** More is billed than the work now costs: a credit note to propose to an administrator. Null otherwise, and for customers. */
  proposal: CreditProposal | null
}

export interface CreditProposal {
  invoiceId: string
  /** EUR. */
  amount: number
  reason: string
}

/** The same as its customer sees it. */
export interface CustomerBill extends Bill {
  /** A document of it waits for their billing address. */
  wantsAddress: boolean
}

export const billInput = z.object({ noun: z.enum(billedNouns), id: rowId })

/** Repairs of a choice that are not paid in whole, before they are shipped. EUR. */
export interface LeftToPay {
  count: number
  amount: number
  /** Those with the most. */
  most: { number: string; due: number }[]
  /** More were chosen than were looked at. */
  isLeast: boolean
}
