import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { billedNouns, type InvoiceRow } from './invoices'
import type { CreditSums } from '~/contracts/credit/credit-payments'
import type { PaymentRow } from './receipts'
import type { PayFacts } from './when-to-pay'

/** The cost, payments and balance of a repair or an order. Amounts are EUR. */
export interface Bill {
  /** The actual cost, else the accepted one; null if unknown. */
  cost: number | null
  credit: CreditSums
  invoices: InvoiceRow[]
  payments: PaymentRow[]
  /** Issued invoices, and credit notes against them. */
  billed: number
  credited: number
  /** The uninvoiced part of the cost. A partly credited amount is not billed again, a wholly credited invoice is. */
  unbilled: number
  paid: number
  /** Payments for it that pay no invoice. */
  onAccount: number
  /** In all, after store credit (held or expected) and money on account; 0 for ended work. */
  due: number
  /** The part of `due` to pay now: 0 while a repair is in progress. */
  dueNow: number
  pay: PayFacts
  /** The deposit to pay before the work; 0 without one or once it is paid. */
  depositDue: number
  /** Earliest due day of an unpaid invoice, '2026-12-05'. */
  dueOn: string | null
  isOverdue: boolean
  /** Invoiced, but about to be credited: the work ended and costs less than was billed. */
  toCredit: number
  /** A credit note to propose to administrators, when more is billed than the work costs; otherwise, and for customers, null. */
  proposal: CreditProposal | null
}

export interface CreditProposal {
  invoiceId: string
  amount: number
  reason: string
}

export interface CustomerBill extends Bill {
  wantsAddress: boolean
}

export const billInput = z.object({ noun: z.enum(billedNouns), id: rowId })

export interface LeftToPay {
  count: number
  amount: number
  most: { number: string; due: number }[]
  isLeast: boolean
  withoutAddress: { count: number; first: string[] }
}
