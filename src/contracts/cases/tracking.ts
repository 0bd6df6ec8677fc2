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

/** By the number in the page's address. */
export const ownCaseInput = z.object({ noun: z.enum(caseNouns), number: plainText(200).min(1) })
export type OwnCase = z.output<typeof ownCaseInput>

const convertFields = {
  /** The value (EUR) on screen, null for none; another one is CONFLICT. Left out: any. */
  value: z.number().nullable().optional(),
}
export const convertInput = trackInput.extend(convertFields)
export const ownConvertInput = ownCaseInput.extend(convertFields)

/** The link goes to the case's stored address. */
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
  /** Required for a dispute. */
  message: optionalText,
  /** Number on screen; left out: the one that awaits an answer. */
  quote: z.int().positive().max(LARGEST_NUMBER).optional(),
}
const saysWhy = z.refine<{ answer: CustomerAnswer; message: string | null }>(
  ({ answer, message }) => answer !== 'dispute' || message !== null,
  { path: ['message'], error: 'Tell us what you disagree with' },
)
export const answerInput = z.object({ token: trackingToken, ...answerFields }).check(saysWhy)
/** Several offers of one request, all or none. Disputes use each offer's own page. */
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

const takeBackFields = { quote: z.int().positive().max(LARGEST_NUMBER) }
export const takeBackInput = trackInput.extend(takeBackFields)
export const ownTakeBackInput = ownCaseInput.extend(takeBackFields)

export const MOST_CUSTOMER_PICTURES = 10
/** `POST /api/customer-files`, besides `token`, or `noun` and `id`. */
export const pictureQuery = uploadQuery.pick({ name: true, idempotencyKey: true }).extend({
  for: z.enum(['message']).optional(),
})

interface PublicQuote {
  number: number
  total: number
  sentAt: Date | null
  expiresAt: Date | null
  answeredAt: Date | null
  answerVia: 'telephone' | 'online' | null
  message: string | null
  /** Deadline for taking an acceptance back; null if it cannot be. */
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

export const customerDocuments = ['estimate', 'offer', 'receipt', 'packing-slip'] as const satisfies readonly CaseDocumentKind[]

export interface PublicDocument {
  kind: (typeof customerDocuments)[number]
  label: string
  address: string
}

/** For customers: never names staff. */
export type PublicEvent = { id: string; at: Date } & (
  | { kind: 'opened' }
  | { kind: 'status'; status: string }
  | { kind: 'email'; subject: string }
  | { kind: 'picture'; name: string }
  | { kind: 'converted'; number: string }
  | { kind: 'sent-in'; carrier: string; trackingNumber: string | null }
  | { kind: 'arrived' }
  | { kind: 'withdrawn' }
  | { kind: 'estimate' | 'offer'; number: number; event: string; total: number; via: string | null }
)

/** Cost of a repair beside the machine's catalogue value in EUR, for a repair that can become a trade-in. */
export interface Comparison {
  /** The estimate waits for an answer; false once it was declined, or has ended. */
  isOpen: boolean
  repairCost: number
  warrantyDays: number
  values: { asItIs: number; repaired: { fair: number; good: number } } | null
}

export interface RequestedCase {
  number: string
  device: string
  serialNumber: string | null
  /** EUR: agreed, else offered, else quoted; 0 if it came to nothing; null if unknown. */
  value: number | null
  facts: RepairFacts | TradeInFacts
  /** The offer that awaits an answer; `total` in EUR of store credit. */
  open: { quote: number; total: number } | null
}

export type TrackedCase = {
  number: string
  device: string
  serialNumber: string | null
  createdAt: Date
  problem: string | null
  isClosed: boolean
  /** When it went to another customer; the reader sees the case as of then. */
  passedAt: Date | null
  /** Requested online by the customer. */
  isOnlineRequest: boolean
  hasArrived: boolean
  /** Our address in lines while the customer's parcel is expected; null afterwards. */
  sendTo: string[] | null
  sentIn: { carrier: string; trackingNumber: string | null; at: Date } | null
  carrier: string | null
  trackingNumber: string | null
  returnAddress: string | null
  mayChangeAddress: boolean
  pictures: PublicPicture[]
  /** Takes pictures; null once the case is over. */
  uploadAddress: string | null
  documents: PublicDocument[]
  events: PublicEvent[]
  /** Newest first; without drafts. */
  quotes: (PublicEstimate | PublicOffer)[]
  linked: { noun: CaseNoun; number: string } | null
  /** Cases of the same request and customer; null for a single one. */
  request: RequestedCase[] | null
} & (
  | {
      noun: 'repairs'
      status: RepairStatus
      service: string | null
      isExpedited: boolean
      cost: number | null
      outcome: RepairOutcome | null
      comparison: Comparison | null
      warrantyUntil: string | null
      /** Percent of the estimate. */
      depositPercent: number
      credit: CreditSums | null
      /** Null if nothing is due or paid. */
      bill: CustomerBill | null
      facts: RepairFacts
    }
  | {
      noun: 'tradeIns'
      status: TradeInStatus
      quotedGrade: ConditionGrade | null
      quotedValue: number | null
      /** The quoted value holds for a parcel sent by then. */
      keptUntil: Date | null
      finalValue: number | null
      facts: TradeInFacts
    }
)

export type TrackedRepair = Extract<TrackedCase, { noun: 'repairs' }>
