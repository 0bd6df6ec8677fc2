import * as z from 'zod'
import { plainText, requiredLine, rowId } from '~/contracts/fields'

/** Requests for machines in another account: the owner agrees or refuses, or staff decide (docs/decisions/025). */

/** Validity of the link in the owner's email; staff decide afterwards. */
export const CLAIM_LINK_DAYS = 14
/** After a refusal: the same person cannot ask again, and the owner gets no email about them. */
export const CLAIM_REST_DAYS = 30

const answer = z.enum(['agree', 'refuse'])
export type ClaimAnswer = z.output<typeof answer>

export const claimLinkInput = z.object({ token: plainText(100).min(1) })
export const answerClaimInput = claimLinkInput.extend({ answer })
export const answerOwnClaimInput = z.object({ id: rowId, answer })
export const withdrawClaimInput = z.object({ id: rowId })
export const claimsInput = z.object({
  unitId: rowId.optional(),
})

const note = requiredLine('Say why')
export const refuseClaimForm = z.object({ note })
/** Staff must give a reason, which the person who asked reads. */
export const decideClaimInput = z.discriminatedUnion('answer', [
  z.object({ id: rowId, answer: z.literal('agree') }),
  z.object({ id: rowId, answer: z.literal('refuse'), note }),
])

/** `yours`: the machine is in the caller's account; `waiting`: owner or staff are asked. */
export type ClaimOutcome = 'yours' | 'waiting'

interface ClaimedMachine {
  unitNumber: string
  manufacturer: string
  model: string
  serialNumber: string | null
}

/** For the machine's owner; the person who asks stays anonymous. */
export interface AskedClaim extends ClaimedMachine {
  id: string
  createdAt: Date
}

export interface LinkedClaim extends AskedClaim {
  until: Date
}

/** For its maker; the machine's owner stays anonymous. */
export interface MadeClaim extends ClaimedMachine {
  id: string
  createdAt: Date
}

export interface OwnClaims {
  asked: AskedClaim[]
  made: MadeClaim[]
}

export interface WaitingClaim extends ClaimedMachine {
  id: string
  createdAt: Date
  claimant: { userId: string; email: string }
  owner: { userId: string; email: string | null } | null
  /** Email to the owner; null if none was possible. */
  askedAt: Date | null
  linkUntil: Date | null
  /** The owner was not asked, or did not answer in time. */
  needsStaff: boolean
}
