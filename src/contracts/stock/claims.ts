import * as z from 'zod'
import { plainText, requiredLine, rowId } from '~/contracts/fields'

/** Requests for machines in somebody's account: the owner agrees or refuses, or staff decide (docs/decisions/025). */

/** Days for which the link in the owner's email works. Staff decide afterwards. */
export const CLAIM_LINK_DAYS = 14
/** Days after a refusal in which the same person cannot ask again, and the owner gets no second email about them. */
export const CLAIM_REST_DAYS = 30

const answer = z.enum(['agree', 'refuse'])
export type ClaimAnswer = z.output<typeof answer>

export const claimLinkInput = z.object({ token: plainText(100).min(1) })
export const answerClaimInput = claimLinkInput.extend({ answer })
export const answerOwnClaimInput = z.object({ id: rowId, answer })
export const withdrawClaimInput = z.object({ id: rowId })
export const claimsInput = z.object({
  /** Requests for one machine; for all machines if left out. */
  unitId: rowId.optional(),
})

const note = requiredLine('Say why')
export const refuseClaimForm = z.object({ note })
/** A refusal by staff needs a reason, which the person who asked reads. */
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

/** A request as the owner of the machine sees it; the person who asks stays anonymous. */
export interface AskedClaim extends ClaimedMachine {
  id: string
  createdAt: Date
}

/** The request behind an email link, and the end of the link. */
export interface LinkedClaim extends AskedClaim {
  until: Date
}

/** A request as its maker sees it; the owner of the machine stays anonymous. */
export interface MadeClaim extends ClaimedMachine {
  id: string
  createdAt: Date
}

export interface OwnClaims {
  /** Other people's requests for the caller's machines. */
  asked: AskedClaim[]
  /** The caller's own waiting requests. */
  made: MadeClaim[]
}

export interface WaitingClaim extends ClaimedMachine {
  id: string
  createdAt: Date
  claimant: { userId: string; email: string }
  /** Null if the machine is in nobody's account. */
  owner: { userId: string; email: string | null } | null
  /** The time of the email to the owner; null if no email was possible. */
  askedAt: Date | null
  linkUntil: Date | null
  /** The owner was not asked, or did not answer in time. */
  needsStaff: boolean
}
