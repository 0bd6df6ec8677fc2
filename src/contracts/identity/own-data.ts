import * as z from 'zod'
import { emailAddress } from './auth'

/** A customer's own data: the choice of emails, a copy of everything, and the deletion of the account. */

export const chooseEmailsInput = z.object({
  reminders: z.boolean(),
  /** Left out: as it is. */
  messages: z.boolean().optional(),
  newsletter: z.boolean(),
})

const amount = z.number().nonnegative()
/** EUR left in an account that is about to be deleted. */
export const accountMoney = z.object({
  owed: amount,
  /** Payments that are not allocated to an invoice. */
  onAccount: amount,
  /** Store credit that can be spent; `pending` waits for an approval. */
  credit: amount,
  pending: amount,
})
export type AccountMoney = z.output<typeof accountMoney>

export const hasMoney = ({ owed, onAccount, credit, pending }: AccountMoney): boolean =>
  owed > 0 || onAccount > 0 || credit > 0 || pending > 0

export const deleteAccountInput = z.object({
  /** The account's own address, typed once more. */
  email: emailAddress,
  /** The sums that the person has read and confirmed; required unless all are 0. */
  confirmed: accountMoney.optional(),
})

/** Data that outlives a deleted account, with the reason: the one list for the dialog, the email and the copy of a person's data. */
export const KEPT = {
  documents: {
    what: 'Invoices and credit notes that we issued, with the name, company, address and VAT number that they were issued to',
    why: 'tax and company law have us keep them for 7 years as they are',
  },
  money: {
    what: 'Payments, refunds and entries of store credit, with bank references, the numbers that the payment provider and the shop platform use, and your email address in entries that you made yourself',
    why: 'our books must be complete for 7 years',
  },
  work: {
    what: 'Orders, repairs and trade-ins without your name and address: the machine, what you wrote about it in forms, the numbers of parcels, and our own notes on the work',
    why: 'warranties, claims and our books, for 7 years',
  },
  log: {
    what: 'Our log of who changed what: your email address, network address and browser beside what you did yourself. Your name, address and phone number in what was changed give way to the words ‘A deleted account’ at once',
    why: 'we must be able to show who did something',
  },
  fingerprints: {
    what: 'For 32 days, fingerprints of your name, address and phone number',
    why: 'so that we can remove you from anything that reaches our log later',
  },
  staff: {
    what: 'If you worked for us: your email address and network address beside what you wrote and asked for',
    why: 'we must be able to show who did something',
  },
} as const
export type KeptReason = keyof typeof KEPT

/** The emails that an account can do without. */
export interface EmailChoices {
  /** Of what waits for an answer. */
  reminders: boolean
  /** Of messages that were not read yet. */
  messages: boolean
  newsletter: boolean
}

/** Something that has to be finished before the account can be deleted. */
export interface Obstacle {
  kind: 'order' | 'repair' | 'trade-in' | 'invoice of'
  number: string
}

/** Obstacles listed one by one; the rest is counted. */
export const OBSTACLES_NAMED = 10

export interface AccountEnd extends AccountMoney {
  obstacles: Obstacle[]
  /** Includes those that `obstacles` leaves out. */
  obstacleCount: number
  isLastAdmin: boolean
  /** More data of an administrator is kept. */
  isStaff: boolean
  /** Numbers of unpaid invoices, the first ten. */
  owedOn: string[]
  /** Numbers of finished repairs whose machine may still be here, the first ten. */
  stillHere: string[]
  /** EUR of store credit held by payments. */
  heldCredit: number
  /** Store credit is on its way to or from the shop platform. */
  isCreditMoving: boolean
  /** Retention of the audit log, in days. */
  auditDays: number
}

export const ACCOUNT_DELETED = 'Your account has been deleted. We have sent you an email to confirm it.'
