import * as z from 'zod'
import type { CaseDocumentKind } from './documents'
import { uploadQuery } from './files'
import { caseNouns, trackingToken, type CaseNoun } from '~/contracts/case-ref'
import type { QuoteAnswer } from './cases'
import type { CustomerBill } from '~/contracts/billing/bill'
import type { CreditSums } from '~/contracts/credit/credit-payments'
import { LARGEST_NUMBER, type EstimateLine, type EstimateState } from './estimates'
import type { OfferState } from './offers'
import type { Check } from './checklist'
import type { Deduction } from './deductions'
import { optionalText, plainLine, plainText } from '~/contracts/fields'
import type { RepairOutcome } from '~/contracts/repair-outcomes'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'
import type { ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { RepairFacts, TradeInFacts } from './progress/progress'
import { trackInput } from '~/contracts/track-input'

/** A customer's view of their own repair or trade-in, by a secret link or in their account, and their answers. */

/** One's own case, by the number that its page's address has. */
export const ownCaseInput = z.object({ noun: z.enum(caseNouns), number: plainText(200).min(1) })
export type OwnCase = z.output<typeof ownCaseInput>

const convertFields = {
  /** The value (EUR) that was on the screen, null where none could be said: another one than that is not taken. Left out: any. */
  value: z.number().nullable().optional(),
}
export const convertInput = trackInput.extend(convertFields)
export const ownConvertInput = ownCaseInput.extend(convertFields)

/** Asks for a link to a case, which goes to the case's own address. */
export const requestLinkInput = z.object({
  number: plainLine(100).min(1, 'Enter the number of your repair, trade-in or order'),
})

export const customerAnswers = ['accept', 'decline', 'dispute'] as const
export type CustomerAnswer = (typeof customerAnswers)[number]
export const answerStates = { accept: 'accepted', decline: 'declined', dispute: 'disputed' } as const satisfies Record<
  CustomerAnswer,
  QuoteAnswer
>

const answerFields = {
  answer: z.enum(customerAnswers),
  /** The customer's words with it; a dispute needs some. */
  message: optionalText,
  /** The number of the estimate or offer that was on the screen; left out: the one that waits for an answer. */
  quote: z.int().positive().max(LARGEST_NUMBER).optional(),
}
const saysWhy = z.refine<{ answer: CustomerAnswer; message: string | null }>(
  ({ answer, message }) => answer !== 'dispute' || message !== null,
  { path: ['message'], error: 'Tell us what you disagree with' },
)
export const answerInput = z.object({ token: trackingToken, ...answerFields }).check(saysWhy)
/** Answers to several offers of one request, all or none. A dispute is written on its own page. */
const answersTogether = z
  .array(z.object({ number: plainText(200).min(1), answer: z.enum(['accept', 'decline']), quote: z.int().positive().max(LARGEST_NUMBER) }))
  .min(1)
  .max(50)
  .refine((answers) => new Set(answers.map(({ number }) => number)).size === answers.length, 'A machine is named twice')
export const answerTogetherInput = z.object({ token: trackingToken, answers: answersTogether })
export const ownAnswerTogetherInput = z.object({ answers: answersTogether })
export type AnswersTogether = z.output<typeof answersTogether>

export const ownAnswerInput = ownCaseInput.extend(answerFields).check(saysWhy)
export type AnswerFields = Omit<z.output<typeof answerInput>, 'token'>

/** Takes back that an estimate or an offer was accepted, by its number. */
const takeBackFields = { quote: z.int().positive().max(LARGEST_NUMBER) }
export const takeBackInput = trackInput.extend(takeBackFields)
export const ownTakeBackInput = ownCaseInput.extend(takeBackFields)

export const MOST_CUSTOMER_PICTURES = 10
/** The query of `POST /api/customer-files`, beside what names the case: `token`, or `noun` and `id`. */
export const pictureQuery = uploadQuery.pick({ name: true, idempotencyKey: true }).extend({
  /** For a message, which a case takes longer than pictures alone. */
  for: z.enum(['message']).optional(),
})

/** Estimates and offers share these, as their customer sees them. Amounts are EUR. */
interface PublicQuote {
  number: number
  total: number
  sentAt: Date | null
  expiresAt: Date | null
  answeredAt: Date | null
  answerVia: 'telephone' | 'online' | null
  /** The customer's words with the answer. */
  message: string | null
  /** Until when the reader can take back that it was accepted; null where they cannot. */
  takeBackUntil: Date | null
}
export interface PublicEstimate extends PublicQuote {
  kind: 'estimate'
  state: EstimateState
  lines: EstimateLine[]
}
export interface PublicOffer extends PublicQuote {
  kind: 'offer'
  state: OfferState
  grade: ConditionGrade | null
  baseValue: number
  deductions: Pick<Deduction, 'label' | 'explanation' | 'kind' | 'amount'>[]
  checks: Check[]
  overrideReason: string | null
}

export interface PublicPicture {
  id: string
  name: string
  checkItem: string | null
  createdAt: Date
  address: string
  thumbnailAddress: string | null
}

/** A case's papers that customers may read; job sheets and labels are staff's. */
export const customerDocuments = ['estimate', 'offer', 'receipt', 'packing-slip'] as const satisfies readonly CaseDocumentKind[]

export interface PublicDocument {
  kind: (typeof customerDocuments)[number]
  label: string
  address: string
}

/** An event as the customer may know it; it never names anybody of the shop. */
export type PublicEvent = { id: string; at: Date } & (
  | { kind: 'opened' }
  | { kind: 'status'; status: string }
  | { kind: 'email'; subject: string }
  | { kind: 'picture'; name: string }
  | { kind: 'converted'; number: string }
  /** The customer has said, or corrected, in which parcel it comes. */
  | { kind: 'sent-in'; carrier: string; trackingNumber: string | null }
  | { kind: 'arrived' }
  /** The customer has taken the request back. */
  | { kind: 'withdrawn' }
  | { kind: 'estimate' | 'offer'; number: number; event: string; total: number; via: string | null }
)

/** Compares the cost of a repair with the machine's value, from the catalogue, in EUR: for a repair that can be turned into a trade-in now. */
export interface Comparison {
  repairCost: number
  /** Days of warranty that the repair has, from its completion. */
  warrantyDays: number
  /** Null for a machine that the catalogue has not. */
  values: { asItIs: number; repaired: { fair: number; good: number } } | null
}

export interface RequestedCase {
  number: string
  device: string
  serialNumber: string | null
  /** EUR: what is agreed, else what is offered, else what was quoted; of one that comes to nothing 0. Null where nothing can be said. */
  value: number | null
  facts: RepairFacts | TradeInFacts
  /** The offer that waits for an answer: its number, and EUR of store credit. */
  open: { quote: number; total: number } | null
}

export type TrackedCase = {
  number: string
  device: string
  serialNumber: string | null
  createdAt: Date
  /** In the customer's own words. */
  problem: string | null
  /** Nothing more will happen. */
  isClosed: boolean
  /** When it went to another customer: the one who asks sees it as it was then. Null while it is theirs. */
  passedAt: Date | null
  /** The customer has asked for it online. */
  isOnlineRequest: boolean
  /** True if the machine is with us, as far as we know. */
  hasArrived: boolean
  /** Our name and address, in lines, while the parcel of its customer is still to come; null after that. */
  sendTo: string[] | null
  /** Of the parcel to us, as the customer has said; null until then. */
  sentIn: { carrier: string; trackingNumber: string | null; at: Date } | null
  carrier: string | null
  trackingNumber: string | null
  /** The address that the machine goes back to, in lines; null until somebody gives it. */
  returnAddress: string | null
  mayChangeAddress: boolean
  pictures: PublicPicture[]
  /** The address that takes pictures; null once the case is over. */
  uploadAddress: string | null
  documents: PublicDocument[]
  /** Newest first. */
  events: PublicEvent[]
  /** The newest first; those that were sent. */
  quotes: (PublicEstimate | PublicOffer)[]
  /** The case that this one was turned into, or comes from. */
  linked: { noun: CaseNoun; number: string } | null
  /** All cases of the request that it comes from, and are the same customer's; null for one that stands alone. */
  request: RequestedCase[] | null
} & (
  | {
      noun: 'repairs'
      status: RepairStatus
      /** With how long it takes; null where none was chosen. */
      service: string | null
      isExpedited: boolean
      cost: number | null
      /** The result; null while it is worked on. */
      outcome: RepairOutcome | null
      comparison: Comparison | null
      warrantyUntil: string | null
      /** Percent of the estimate to pay before the work. */
      depositPercent: number
      credit: CreditSums | null
      /** Null where there is nothing to pay and nothing was paid. */
      bill: CustomerBill | null
      facts: RepairFacts
    }
  | {
      noun: 'tradeIns'
      status: TradeInStatus
      /** The condition that the customer has said. */
      quotedGrade: ConditionGrade | null
      quotedValue: number | null
      /** Until when the quoted value is kept for a parcel that is sent by then; null where it is not. */
      keptUntil: Date | null
      finalValue: number | null
      facts: TradeInFacts
    }
)

export type TrackedRepair = Extract<TrackedCase, { noun: 'repairs' }>
