import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { billedNouns, type InvoiceRow } from './invoices'
import type { CreditSums } from '~/contracts/credit/credit-payments'
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
  /** EUR of issued invoices, and of the credit notes against them. */
  billed: number
  credited: number
  /** EUR of the cost that is not invoiced yet. An amount credited in part is not billed again; a wholly credited invoice is. */
  unbilled: number
  /** Money that was received for it: with invoices, or on account. */
  paid: number
  /** EUR of payments for it that pay no invoice. */
  onAccount: number
  /**
   * EUR to pay in all, after store credit (held or still to come) and money on account. 0 for work that was cancelled or came to nothing.
   */
  due: number
  /** EUR of `due` to pay now: 0 while a repair is in progress. */
  dueNow: number
  /** The facts for the sentence about payment (`whenToPay`). */
  pay: PayFacts
  /** EUR of the deposit to pay before the work; 0 if there is none, or it is paid. */
  depositDue: number
  /** The earliest due day of an invoice that is owed, as '2026-12-05'. */
  dueOn: string | null
  isOverdue: boolean
  /** EUR that invoices ask for and a credit note will cancel: the work ended and costs less than was billed. */
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
  /** Repairs without a return address; none for orders. */
  withoutAddress: { count: number; first: string[] }
}
