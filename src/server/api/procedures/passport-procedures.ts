import {
  answerClaimInput,
  answerOwnClaimInput,
  claimLinkInput,
  claimsInput,
  decideClaimInput,
  withdrawClaimInput,
} from '~/contracts/stock/claims'
import { issuePassportInput, passportCodeInput, revokePassportInput, unitPassportsInput } from '~/contracts/stock/passports'
import { protectedAdminProcedure, publicProcedure, signedInProcedure, visitorProcedure } from '~/server/api/trpc'
import { claimUnit, releaseUnit } from '~/server/stock/claims/claim-unit'
import { answerByLink, answerOwnClaim, decideClaim, withdrawClaim } from '~/server/stock/claims/decide-claim'
import { listOwnClaims, listWaitingClaims, readLinkedClaim } from '~/server/stock/claims/read-claims'
import { issuePassport, listPassports, revokePassport } from '~/server/stock/passports/issue-passport'
import { readPassport } from '~/server/stock/passports/public-passport'

const noCode = { NOT_FOUND: 'no passport has the code', TOO_MANY_REQUESTS: true } as const
const noLink = { NOT_FOUND: 'an unknown or expired link', TOO_MANY_REQUESTS: true } as const

export const passportProcedures = {
  passport: visitorProcedure
    .meta({ about: 'What was measured and done on a machine, by the code of its passport.', errors: noCode })
    .input(passportCodeInput)
    .query(({ ctx, input }) => readPassport(ctx, input)),

  claim: signedInProcedure
    .meta({
      about:
        'Claims a sold machine by the code of its passport. `yours`: it was free, and is in the account of the caller now. `waiting`: its owner is asked by email, or staff decide; until then nothing changes.',
      errors: {
        ...noCode,
        CONFLICT: 'the passport is revoked, the machine is not sold, or here, or the caller was refused in the last 30 days',
      },
    })
    .input(passportCodeInput)
    .mutation(({ ctx, input }) => claimUnit(ctx, input)),

  release: signedInProcedure
    .meta({
      about: "Lets go of the caller's machine: its next owner can claim it by the same code.",
      errors: { ...noCode, CONFLICT: 'the passport is revoked, or the machine is another’s' },
    })
    .input(passportCodeInput)
    .mutation(({ ctx, input }) => releaseUnit(ctx, input)),

  linkedClaim: publicProcedure
    .meta({ about: 'The request for a machine behind the link in an email to its owner.', errors: noLink })
    .input(claimLinkInput)
    .query(({ ctx, input }) => readLinkedClaim(ctx, input)),

  answerClaim: publicProcedure
    .meta({
      about: "The owner's answer by that link: `agree` moves the machine to the account of the person who asks.",
      errors: { ...noLink, CONFLICT: 'a request that was answered already, or a machine that is with the shop' },
    })
    .input(answerClaimInput)
    .mutation(({ ctx, input }) => answerByLink(ctx, input)),

  ownClaims: signedInProcedure
    .meta({ about: "Waiting requests: for the caller's machines, and by the caller." })
    .query(({ ctx }) => listOwnClaims(ctx)),

  answerOwnClaim: signedInProcedure
    .meta({
      about: "The caller's answer to a request for a machine of theirs.",
      errors: {
        NOT_FOUND: 'no request for a machine of the caller',
        CONFLICT: 'a request that was answered already, or a machine that is with the shop',
      },
    })
    .input(answerOwnClaimInput)
    .mutation(({ ctx, input }) => answerOwnClaim(ctx, input)),

  withdrawClaim: signedInProcedure
    .meta({
      about: "Withdraws the caller's own request.",
      errors: { NOT_FOUND: 'no request of the caller', CONFLICT: 'it waits no longer' },
    })
    .input(withdrawClaimInput)
    .mutation(({ ctx, input }) => withdrawClaim(ctx, input)),

  claims: protectedAdminProcedure
    .meta({ about: 'Waiting requests for machines, for one unit or for all; those that staff must decide come first.' })
    .input(claimsInput.prefault({}))
    .query(({ ctx, input }) => listWaitingClaims(ctx, input)),

  decideClaim: protectedAdminProcedure
    .meta({
      about: 'Decides a request for a machine in place of its owner; both are told.',
      errors: { NOT_FOUND: true, FORBIDDEN: 'one’s own request', CONFLICT: 'it waits no longer, or the machine is with the shop' },
    })
    .input(decideClaimInput)
    .mutation(({ ctx, input }) => decideClaim(ctx, input)),

  passports: protectedAdminProcedure
    .meta({ about: 'The passports of a unit, what one would say now, and the pictures that it can show.', errors: { NOT_FOUND: true } })
    .input(unitPassportsInput)
    .query(({ ctx, input }) => listPassports(ctx, input)),

  issuePassport: protectedAdminProcedure
    .meta({
      about: 'Issues a passport of a unit as its record is now. The one before it is revoked.',
      errors: { NOT_FOUND: true, BAD_REQUEST: 'a picture that it cannot show', CONFLICT: 'a merged unit' },
    })
    .input(issuePassportInput)
    .mutation(({ ctx, input }) => issuePassport(ctx, input)),

  revokePassport: protectedAdminProcedure
    .meta({ about: 'Revokes a passport; its page says why.', errors: { NOT_FOUND: true } })
    .input(revokePassportInput)
    .mutation(({ ctx, input }) => revokePassport(ctx, input)),
}
