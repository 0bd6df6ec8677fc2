import { issuePassportInput, passportCodeInput, revokePassportInput, unitPassportsInput } from '~/contracts/catalogue/passports'
import { protectedAdminProcedure, signedInProcedure, visitorProcedure } from '~/server/api/trpc'
import { issuePassport, listPassports, revokePassport } from '~/server/catalogue/passports/passports'
import { claimUnit, readPassport, releaseUnit } from '~/server/catalogue/passports/public'

const noCode = { NOT_FOUND: 'no passport has the code', TOO_MANY_REQUESTS: true } as const

/** Calls about passports of machines, mounted in `units`. */
export const passportProcedures = {
  passport: visitorProcedure
    .meta({ about: 'What was measured and done on a machine, by the code of its passport.', errors: noCode })
    .input(passportCodeInput)
    .query(({ ctx, input }) => readPassport(ctx, input)),

  claim: signedInProcedure
    .meta({
      about: 'Makes the caller the owner of a sold machine, by the code of its passport. It counts once.',
      errors: { ...noCode, CONFLICT: 'the passport is revoked or used, or the machine is not sold, or here' },
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
