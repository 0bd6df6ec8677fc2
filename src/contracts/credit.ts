import * as z from 'zod'
import { longest, plainLine, requiredLine, rowId, rowVersion, withIdempotencyKey } from './fields'
import { listInput, type ListPage } from './list'

/**
 * Store credit. A ledger of balanced entries: each moves an amount in EUR from one side of a customer's books to another. Of these
 * sides `available` and `held` are what the shop owes; `issued` and `adjusted` say where it came from, `used` and `expired` where it went.
 */

export const CREDIT_CURRENCY = 'EUR'

/** Credit of a trade-in never expires; that of a refund has a bonus and 24 months (spec §9). */
export const creditKinds = ['trade_in', 'refund', 'adjustment'] as const
export const creditEntryKinds = ['issue', 'authorize', 'capture', 'void', 'expire', 'adjust', 'reverse'] as const
export const creditBooks = ['available', 'held', 'issued', 'used', 'expired', 'adjusted'] as const
export const creditRequestStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const

export type CreditKind = (typeof creditKinds)[number]
export type CreditEntryKind = (typeof creditEntryKinds)[number]
export type CreditBook = (typeof creditBooks)[number]
export type CreditRequestState = (typeof creditRequestStates)[number]

/** What an entry is about; with the id of it. */
export const creditCauses = ['tradeIns', 'repairs', 'orders', 'refund', 'adjustment', 'platform', 'expiry'] as const
export type CreditCause = (typeof creditCauses)[number]

export const REFUND_BONUS_PERCENT = 5
export const REFUND_MONTHS = 24

/** What is issued for a refund that is taken as store credit: with the bonus, half a cent rounded up (EUR). */
export const refundCredit = (amount: number): number => {
  const cents = Math.round(amount * 100)
  return (cents + Math.round((cents * REFUND_BONUS_PERCENT) / 100)) / 100
}

/** A sum of amounts in EUR, in whole cents. */
export const sumOfAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

const LARGEST_CREDIT = 9_999_999.99
const ROUNDING = 1e-6

/** EUR in steps of 0.01, from a number field. */
const euro = z
  .union([z.number({ error: 'Enter an amount' }), z.string().trim().min(1, 'Enter an amount').max(40).transform(Number)], {
    error: 'Enter an amount',
  })
  .pipe(
    z
      .number({ error: 'Enter an amount' })
      .min(-LARGEST_CREDIT, 'Too large an amount')
      .max(LARGEST_CREDIT, 'Too large an amount')
      .refine((amount) => Math.abs(amount - Number(amount.toFixed(2))) < ROUNDING, 'At most two decimals')
      .transform((amount) => Number(amount.toFixed(2))),
  )
/** EUR above 0, from a number field. */
export const amountToSpend = euro.refine((amount) => amount > 0, 'Enter an amount above 0')

/** `amount` is in EUR and below 0 to take away; the customer reads the reason. */
export const adjustCreditInput = z.object({
  userId: rowId,
  amount: euro.refine((amount) => amount !== 0, 'Enter an amount other than 0'),
  reason: requiredLine('Say why'),
  ...withIdempotencyKey,
})

/** `amount` is what would be paid back; the bonus comes to it. */
export const issueRefundInput = z.object({
  userId: rowId,
  amount: amountToSpend,
  reason: requiredLine('Say which order or return it is for'),
  ...withIdempotencyKey,
})

export const creditRequestInput = z.object({ id: rowId, version: rowVersion.optional() })
export const refuseCreditInput = creditRequestInput.extend({ note: plainLine(200).optional() })
export const tradeInCreditInput = z.object({ tradeInId: rowId })

/** The account of one customer; `limit` entries or lots of it. */
const position = { cursor: listInput.shape.cursor, limit: listInput.shape.limit }

export const statementInput = z.object(position)
export const creditEntriesInput = z.object({ accountId: rowId.optional(), userId: rowId.optional(), ...position })

const accountSorts = ['-balance', 'balance', '-created', 'created'] as const
export const creditAccountStatuses = ['open', 'empty'] as const
/** `status`: with anything left to spend or held, or with nothing. */
export const creditAccountsInput = listInput.extend({
  status: z.enum(creditAccountStatuses).optional(),
  sort: z.enum(accountSorts).default('-balance'),
})

export const creditRequestsInput = z.object({ state: z.enum(creditRequestStates).optional(), ...position })
export const creditVerifyInput = z.object({ accountId: rowId.optional(), userId: rowId.optional(), after: rowId.optional() })
export const undecidedCreditInput = z.object(position)

const day = z
  .string()
  .max(10)
  .pipe(z.iso.date('Not a valid date'))
  .refine((text) => text >= '2000-01-01' && text <= '2999-12-31', 'Not a valid date')
/** The last moment of a day of the business; today without one. */
export const creditLiabilityInput = z.object({ day: day.optional() })
export const creditMonthInput = z.object({
  month: z
    .string()
    .check(longest(7, 'Not a valid month'))
    .pipe(z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Not a valid month')),
})

/** What a credit pays here. */
export const paidNouns = ['repairs', 'orders'] as const
export type PaidNoun = (typeof paidNouns)[number]

export const creditPaymentsInput = z.object({ noun: z.enum(paidNouns), id: rowId })
/** `tradeInId`: of an accepted offer whose credit will pay it; without one the credit must be there. */
export const payRepairInput = z.object({
  repairId: rowId,
  amount: amountToSpend,
  tradeInId: rowId.optional(),
  ...withIdempotencyKey,
})
export const payOrderInput = z.object({ orderId: rowId, amount: amountToSpend, ...withIdempotencyKey })
export const ownRepairCreditInput = z.object({ repairId: rowId })
export const releaseCreditInput = z.object({ paymentId: rowId })

export interface CreditBalance {
  /** EUR that can be spent, without what is held. */
  balance: number
  /** EUR that payments hold. */
  held: number
  /** EUR that accepted offers and issues that wait for an approval will bring. */
  pending: number
  currency: typeof CREDIT_CURRENCY
}

/** What is left of credit that was issued together. */
export interface CreditLot {
  id: string
  kind: CreditKind
  available: number
  held: number
  /** Null: never. */
  expiresAt: Date | null
}

/** An entry as its customer reads it, with all that its hash is made of (contracts/credit-chain.ts). */
export interface CreditStatementEntry {
  id: string
  accountId: string
  number: number
  at: Date
  kind: CreditEntryKind
  debit: CreditBook
  credit: CreditBook
  amount: number
  lotId: string
  lotKind: CreditKind
  expiresAt: Date | null
  causeNoun: string
  causeId: string
  /** The number of the trade-in, repair or order; null for what has none, or is gone. */
  causeNumber: string | null
  reason: string
  /** Digest of what is not shown to the customer. */
  seal: string
  previousHash: string
  hash: string
}

export interface CreditStatement extends CreditBalance {
  /** Null before the first entry. */
  accountId: string | null
  lots: CreditLot[]
  rows: CreditStatementEntry[]
  nextCursor: string | null
  total: number
}

export interface CreditEntry extends CreditStatementEntry {
  userId: string
  movementId: string
  paymentId: string | null
  actorId: string | null
  actorEmail: string | null
  key: string
  part: number
}

export interface CreditAccount {
  id: string
  userId: string
  email: string | null
  fullName: string | null
  balance: number
  held: number
  entries: number
  createdAt: Date
  /** Whether the user still has an account here. */
  hasUser: boolean
}

export type CreditAccountList = ListPage<CreditAccount, Record<(typeof creditAccountStatuses)[number], number>> & {
  /** EUR of all accounts. */
  balance: number
  held: number
}

export interface CreditRequest {
  id: string
  userId: string
  email: string | null
  kind: CreditKind
  amount: number
  reason: string
  causeNoun: string
  causeId: string
  causeNumber: string | null
  state: CreditRequestState
  /** Null while the first administrator has not confirmed it with a recent proof. */
  requestedBy: string | null
  requestedByEmail: string | null
  requestedAt: Date | null
  decidedByEmail: string | null
  decidedAt: Date | null
  createdAt: Date
  version: number
}

/** What became of an adjustment, a refund or an approval: written, or waiting for a (second) administrator. */
export interface CreditOutcome {
  state: 'applied' | 'waiting'
  /** Null where none was needed. */
  request: CreditRequest | null
  /** EUR that the customer can spend now. */
  balance: number
}

/** A completed trade-in without credit. */
export interface UndecidedTradeIn {
  id: string
  tradeInNumber: string
  userId: string | null
  email: string | null
  finalValue: number | null
  completedAt: Date | null
  /** Why nothing can be issued, null where it can. */
  missing: 'customer' | 'value' | null
}

/** The first wrong entry of an account, and what is wrong with it. */
export interface CreditFault {
  accountId: string
  email: string | null
  /** Of the entry; one beyond the last for an entry that is missing at the end. */
  number: number
  entryId: string | null
  fault: 'missing' | 'changed' | 'not_chained' | 'inserted' | 'sums'
  message: string
}

export interface CreditVerification {
  accounts: number
  entries: number
  faults: CreditFault[]
  /** Where to go on: the whole ledger is checked in parts; null when it is. */
  nextAfter: string | null
}

export const paymentStates = ['pending', 'held', 'captured', 'ended'] as const
export type CreditPaymentState = (typeof paymentStates)[number]

export interface CreditPayment {
  id: string
  noun: string
  nounId: string
  amount: number
  held: number
  captured: number
  /** `ended`: given back, so that it pays nothing. */
  state: CreditPaymentState
  tradeInId: string | null
  tradeInNumber: string | null
  createdAt: Date
}

/** Credit of an accepted offer that is still to come. */
export interface ExpectedCredit {
  tradeInId: string
  tradeInNumber: string
  /** EUR of it that no payment waits for. */
  amount: number
}

/** Why store credit cannot pay it: nobody is known whose it is, nothing was accepted, it is cancelled, or the shop platform's. */
export const unpayable = ['customer', 'estimate', 'cancelled', 'platform'] as const
export type Unpayable = (typeof unpayable)[number]

/** What of a repair or an order is paid with store credit, and what is left. */
export interface CreditSums {
  /** What it costs (EUR); null while that is open. */
  cost: number | null
  held: number
  captured: number
  pending: number
  /** What is left to pay otherwise, with what is pending counted as it will come; null without a cost. */
  left: number | null
}

/** How a repair or an order is paid. */
export interface CreditPayments extends CreditSums {
  /** What its customer can spend now, and what accepted offers will bring; an order is paid with what is there. */
  available: number
  expected: ExpectedCredit[]
  /** Null where it can be paid. */
  unpayable: Unpayable | null
  payments: CreditPayment[]
}

/** What a trade-in has brought. */
export interface TradeInCredit {
  issued: number
  takenBack: number
  /** Of what was issued and not taken back: what can still be spent. */
  unspent: number
  waiting: CreditRequest | null
  /** Why nothing was issued; null where something was, or nothing should be. */
  missing: UndecidedTradeIn['missing'] | 'decision'
}

/** What the shop owes at the end of a day, by kind and by the month in which it expires ('2028-11', null for never). */
export interface CreditLiability {
  day: string
  total: number
  held: number
  byKind: { kind: CreditKind; amount: number }[]
  byExpiry: { month: string | null; amount: number }[]
}

/** The shop's store credit in one month, in EUR: `opening + issued + adjusted - used - expired = closing`. */
export interface CreditMonth {
  month: string
  opening: number
  /** Less what was taken back. */
  issued: number
  adjusted: number
  used: number
  expired: number
  closing: number
}

/** What of store credit wants an administrator. */
export interface CreditState {
  /** Accounts whose sums or hashes differed from their entries at the last check. */
  differences: number
  checkedAt: Date | null
  /** Requests that wait for an approval, and completed trade-ins that nothing was issued for: at most 100 are counted. */
  waiting: number
  undecided: number
}
