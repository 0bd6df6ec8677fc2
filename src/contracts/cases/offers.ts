import * as z from 'zod'
import { quoteAnswers, type Quote } from './cases'
import type { DeviceInfo } from '~/contracts/device-info'
import { caseEmailInput, LARGEST_NUMBER, type QuotePreview } from './estimates'
import { optionalText, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { quoteStates } from '~/contracts/status-inputs'
import type { ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { Deduction } from './deductions'
import type { Check } from './checklist'

/** The offers that are made from an evaluation, and what customers answer. */

export const offerStates = quoteStates
/**
 * A draft is worked on, or waits for a second administrator; a sent one waits for the customer; the others are over. One
 * draft and one sent offer of a trade-in at most. A sent one is over some days after it was sent, and when a later one is
 * sent, which takes its place: both are called expired.
 */
export type OfferState = (typeof offerStates)[number]
export const offerTones = {
  draft: 'neutral',
  sent: 'info',
  accepted: 'success',
  declined: 'danger',
  disputed: 'warn',
  expired: 'warn',
} as const

/** Days that a sent offer can be accepted, where neither the environment nor an administrator says otherwise. */
export const OFFER_DAYS = 14

export const sendOfferInput = z.object({
  /** The trade-in's. */
  id: rowId,
  /** The draft's. */
  version: rowVersion.optional(),
  /** Left out: the text that `previewOffer` shows. Null: no email, since the customer knows already. */
  email: caseEmailInput.nullable().optional(),
  ...withIdempotencyKey,
})

/** Machines whose offers are sent, or answered, at once. */
export const MOST_TOGETHER = 50

/** Sends the drafts of several trade-ins of one request, with one email for all of them. */
export const sendOffersInput = z.object({
  offers: z
    .array(z.object({ /** The trade-in's. */ id: rowId, /** The draft's. */ version: rowVersion.optional() }))
    .min(1)
    .max(MOST_TOGETHER)
    .refine((offers) => new Set(offers.map(({ id }) => id.toLowerCase())).size === offers.length, 'A trade-in is named twice'),
  /** Left out: the text that `previewOffers` shows. Null: no email. */
  email: caseEmailInput.nullable().optional(),
  ...withIdempotencyKey,
})
export const previewOffersInput = z.object({ ids: z.array(rowId).min(1).max(MOST_TOGETHER) })

/** Which offers have gone out, and which wait for a second administrator: numbers of trade-ins. */
export interface SentOffers {
  sent: string[]
  waiting: string[]
}

export const approveOfferInput = z.object({ id: rowId, version: rowVersion.optional(), ...withIdempotencyKey })

/** `note` says why; the requester reads it. */
export const refuseOfferInput = z.object({ id: rowId, version: rowVersion.optional(), note: requiredLine('Say why', 200) })

export const offerAnswers = quoteAnswers

/** A customer's answer by telephone. */
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
  /** EUR, the value of the grade found. */
  baseValue: number
  deductions: Deduction[]
  checks: Check[]
  /** EUR. */
  finalValue: number
  /** Why it is another value than the one that follows from grade and deductions. */
  overrideReason: string | null
  /** Staff's own note about it. */
  internalNote: string | null
  /** A large one that a second administrator has to approve before it is sent; null where nobody has asked for that. */
  requested: {
    at: Date
    by: string | null
    isMine: boolean
    /** True if it was asked for from the reader's network; null where nobody knows. */
    isFromOwnNetwork: boolean | null
    /** Which sum was above the limit; null where none was. */
    because: string | null
    /** Why the reader cannot approve it; null if they can. */
    whyNot: string | null
  } | null
  /** The second administrator's latest refusal; null once it is asked for again. */
  refused: { at: Date; by: string | null; note: string } | null
  approvedBy: string | null
  approvedAt: Date | null
}

/** An offer that waits for a second administrator, in the inbox of approvals. */
export interface WaitingOffer {
  /** Of the trade-in, as is `version` of the offer: what `approveOffer` and `refuseOffer` take. */
  id: string
  version: number
  tradeInNumber: string
  number: number
  device: DeviceInfo
  customer: { userId: string; fullName: string | null; email: string | null } | null
  /** EUR of store credit; approving it counts for the credit too, up to as much. */
  total: number
  requestedAt: Date
  requestedBy: string | null
  isMine: boolean
  isFromOwnNetwork: boolean | null
  because: string | null
  /** Why the reader cannot approve it; null if they can. */
  whyNot: string | null
}
