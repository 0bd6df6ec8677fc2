import * as z from 'zod'
import { emailAddress } from './auth'

export const chooseEmailsInput = z.object({
  reminders: z.boolean(),
  /** Left out: unchanged. */
  messages: z.boolean().optional(),
  newsletter: z.boolean(),
})

const amount = z.number().nonnegative()
/** EUR left in an account that is about to be deleted. */
export const accountMoney = z.object({
  owed: amount,
  onAccount: amount,
  /** Store credit to spend; `pending` awaits approval. */
  credit: amount,
  pending: amount,
})
export type AccountMoney = z.output<typeof accountMoney>

export const hasMoney = ({ owed, onAccount, credit, pending }: AccountMoney): boolean =>
  owed > 0 || onAccount > 0 || credit > 0 || pending > 0

export const deleteAccountInput = z.object({
  /** The account's own address, for confirmation. */
  email: emailAddress,
  /** The sums that the person has confirmed; required unless all are 0. */
  confirmed: accountMoney.optional(),
})

/** Data that outlives a deleted account, with the reason; used by the dialog, the email and the copy of a person's data. */
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

export interface EmailChoices {
  reminders: boolean
  messages: boolean
  newsletter: boolean
}

export interface Obstacle {
  kind: 'order' | 'repair' | 'trade-in' | 'invoice of'
  number: string
}

export const OBSTACLES_NAMED = 10

export interface AccountEnd extends AccountMoney {
  obstacles: Obstacle[]
  /** With those that `obstacles` leaves out. */
  obstacleCount: number
  isLastAdmin: boolean
  /** More data of administrators is kept. */
  isStaff: boolean
  owedOn: string[]
  stillHere: string[]
  heldCredit: number
  isCreditMoving: boolean
  auditDays: number
}

export const ACCOUNT_DELETED = 'Your account has been deleted. We have sent you an email to confirm it.'
