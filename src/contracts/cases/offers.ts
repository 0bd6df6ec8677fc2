import * as z from 'zod'
import { quoteAnswers, type Quote } from './cases'
import type { DeviceInfo } from '~/contracts/device-info'
import { caseEmailInput, LARGEST_NUMBER, type QuotePreview } from './estimates'
import { optionalText, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { quoteStates } from '~/contracts/status-inputs'
import type { ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { Deduction } from './deductions'
import type { Check } from './checklist'

export const offerStates = quoteStates
/** At most one draft and one sent offer of a trade-in. A sent one expires after some days, or when a later one replaces it. */
export type OfferState = (typeof offerStates)[number]
export const offerTones = {
  draft: 'neutral',
  sent: 'info',
  accepted: 'success',
  declined: 'danger',
  disputed: 'warn',
  expired: 'warn',
} as const

/** Days to accept, unless the environment or an administrator sets another number. */
export const OFFER_DAYS = 14

export const sendOfferInput = z.object({
  /** The trade-in's. */
  id: rowId,
  /** The draft's. */
  version: rowVersion.optional(),
  /** Left out: the text of `previewOffer`. Null: no email, since the customer knows already. */
  email: caseEmailInput.nullable().optional(),
  ...withIdempotencyKey,
})

export const MOST_TOGETHER = 50

/** Several trade-ins of one request, with one email for all. */
export const sendOffersInput = z.object({
  offers: z
    .array(z.object({ /** The trade-in's. */ id: rowId, /** The draft's. */ version: rowVersion.optional() }))
    .min(1)
    .max(MOST_TOGETHER)
    .refine((offers) => new Set(offers.map(({ id }) => id.toLowerCase())).size === offers.length, 'A trade-in is named twice'),
  /** Left out: the text of `previewOffers`. Null: no email. */
  email: caseEmailInput.nullable().optional(),
  ...withIdempotencyKey,
})
export const previewOffersInput = z.object({ ids: z.array(rowId).min(1).max(MOST_TOGETHER) })

export interface SentOffers {
  sent: string[]
  waiting: string[]
}

export const approveOfferInput = z.object({ id: rowId, version: rowVersion.optional(), ...withIdempotencyKey })

/** The requester reads `note`. */
export const refuseOfferInput = z.object({ id: rowId, version: rowVersion.optional(), note: requiredLine('Say why', 200) })

export const offerAnswers = quoteAnswers

export const recordOfferAnswerInput = z.object({
  /** The trade-in's. */
  id: rowId,
  number: z.int().positive().max(LARGEST_NUMBER),
  answer: z.enum(offerAnswers),
  note: optionalText,
})

export type OfferPreview = QuotePreview

export interface Offer extends Quote {
  state: OfferState
  grade: ConditionGrade | null
  baseValue: number
  deductions: Deduction[]
  checks: Check[]
  finalValue: number
  /** Why it differs from grade and deductions. */
  overrideReason: string | null
  internalNote: string | null
  /** Awaits a second administrator; null without a request. */
  requested: {
    at: Date
    by: string | null
    isMine: boolean
    /** Requested from the reader's network; null if unknown. */
    isFromOwnNetwork: boolean | null
    /** The sum above the limit; null without one. */
    because: string | null
    whyNot: string | null
  } | null
  /** The latest refusal; null after a new request. */
  refused: { at: Date; by: string | null; note: string } | null
  approvedBy: string | null
  approvedAt: Date | null
}

export interface WaitingOffer {
  id: string
  version: number
  tradeInNumber: string
  number: number
  device: DeviceInfo
  customer: { userId: string; fullName: string | null; email: string | null } | null
  /** EUR of store credit; approving the offer also approves this credit. */
  total: number
  requestedAt: Date
  requestedBy: string | null
  isMine: boolean
  isFromOwnNetwork: boolean | null
  because: string | null
  whyNot: string | null
}
