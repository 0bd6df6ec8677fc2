import * as z from 'zod'
import { plainText, requiredLine, rowId } from '~/contracts/fields'

/** Requests for machines that stand in somebody's account: the owner agrees or refuses, or staff decide (docs/decisions/107). */

/** Days in which the link in the owner's email counts. Staff decide afterwards. */
export const CLAIM_LINK_DAYS = 14
/** Days in which the same person cannot ask again after a refusal, and in which the owner gets no second email about them. */
export const CLAIM_REST_DAYS = 30

const answer = z.enum(['agree', 'refuse'])
export type ClaimAnswer = z.output<typeof answer>

export const claimLinkInput = z.object({ token: plainText(100).min(1) })
export const answerClaimInput = claimLinkInput.extend({ answer })
export const answerOwnClaimInput = z.object({ id: rowId, answer })
export const withdrawClaimInput = z.object({ id: rowId })
export const claimsInput = z.object({
  /** Of one machine; of all without. */
  unitId: rowId.optional(),
})

const note = requiredLine('Say why')
export const refuseClaimForm = z.object({ note })
/** Staff say why they refuse; the person who asked reads it. */
export const decideClaimInput = z.discriminatedUnion('answer', [
  z.object({ id: rowId, answer: z.literal('agree') }),
  z.object({ id: rowId, answer: z.literal('refuse'), note }),
])

/** `yours`: the machine is in the caller's account. `waiting`: the owner or staff are asked. */
export type ClaimOutcome = 'yours' | 'waiting'

/** A machine as both sides of a request see it. */
interface ClaimedMachine {
  unitNumber: string
  manufacturer: string
  model: string
  serialNumber: string | null
}

/** A request as the owner of the machine sees it: nothing of who asks. */
export interface AskedClaim extends ClaimedMachine {
  id: string
  createdAt: Date
}

/** The request of a link, which counts until then. */
export interface LinkedClaim extends AskedClaim {
  until: Date
}

/** A request as the person sees it who made it: nothing of whose the machine is. */
export interface MadeClaim extends ClaimedMachine {
  id: string
  createdAt: Date
}

export interface OwnClaims {
  /** Requests of others for the caller's machines. */
  asked: AskedClaim[]
  /** The caller's own that wait. */
  made: MadeClaim[]
}

/** A request that waits, as staff see it. */
export interface WaitingClaim extends ClaimedMachine {
  id: string
  createdAt: Date
  claimant: { userId: string; email: string }
  /** Null where the machine is in nobody's account. */
  owner: { userId: string; email: string | null } | null
  /** When the owner was emailed; null where nobody could be. */
  askedAt: Date | null
  /** Until when the owner's link counts. */
  linkUntil: Date | null
  /** The owner was not asked, or has not answered in time. */
  needsStaff: boolean
}
