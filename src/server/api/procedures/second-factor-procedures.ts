import { challengeInput, enrollInput, recoverInput, unenrollInput, verifyInput } from '~/contracts/identity/account'
import { createChallenge } from '~/server/identity/auth/challenges'
import { enrollFactor, listFactors, unenrollFactor } from '~/server/identity/auth/factors'
import { countRecoveryCodes, makeRecoveryCodes, recoverSession } from '~/server/identity/auth/recovery-codes'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { verifyFactor } from '~/server/identity/auth/verify-factor'
import { createTRPCRouter, enrollingProcedure, sessionProcedure, signedInProcedure } from '~/server/api/trpc'

/** Also for a session that owes its factor; a browser gets the session's new cookie with the answer. */
const provingProcedure = sessionProcedure.use(async ({ ctx, next }) => {
  const result = await next()
  if (result.ok) await ctx.cookie?.renew()
  return result
})

const changingProcedure = enrollingProcedure.use(({ ctx, next }) => {
  requireRecentProof(ctx.viewer, ctx.now())
  return next()
})

export const mfaRouter = createTRPCRouter({
  factors: sessionProcedure.meta({ about: "The account's second factors." }).query(({ ctx }) => listFactors(ctx)),

  enroll: changingProcedure
    .meta({
      recentProof: true,
      about: 'Begins a second factor; `auth.mfa.verify` completes it.',
      errors: {
        BAD_REQUEST: 'the field `phone`, `phone_provider_disabled` or `too_many_enrolled_mfa_factors`',
        CONFLICT: '`mfa_factor_name_conflict` or `mfa_verified_factor_exists`',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(enrollInput)
    .mutation(({ ctx, input }) => enrollFactor(ctx, input)),

  challenge: sessionProcedure
    .meta({
      about: 'Asks for a code; sends one to a phone.',
      errors: {
        BAD_REQUEST: '`phone_provider_disabled`',
        FORBIDDEN: '`insufficient_aal` for a factor that is not verified while another is',
        NOT_FOUND: '`mfa_factor_not_found`',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(challengeInput)
    .mutation(({ ctx, input }) => createChallenge(ctx, input)),

  verify: provingProcedure
    .meta({
      about: 'Proves the session by a code.',
      errors: {
        BAD_REQUEST: '`mfa_challenge_expired` or `mfa_verification_failed`',
        FORBIDDEN: '`insufficient_aal` or `reauthentication_needed` for a factor that is not verified yet',
        NOT_FOUND: '`mfa_factor_not_found`',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(verifyInput)
    .mutation(async ({ ctx, input }) => ({ session: await verifyFactor(ctx, input) })),

  unenroll: changingProcedure
    .meta({ recentProof: true, about: 'Removes a second factor.', errors: { NOT_FOUND: '`mfa_factor_not_found`' } })
    .input(unenrollInput)
    .mutation(({ ctx, input }) => unenrollFactor(ctx, input)),

  recoveryCodes: signedInProcedure
    .meta({
      access: 'second factor',
      recentProof: true,
      about: 'Ten new recovery codes, answered this once; earlier ones count no longer.',
    })
    .mutation(({ ctx }) => {
      requireRecentProof(ctx.viewer, ctx.now())
      return makeRecoveryCodes(ctx)
    }),

  recoveryCodesLeft: signedInProcedure
    .meta({ about: 'How many recovery codes are left.' })
    .query(async ({ ctx }) => ({ left: await countRecoveryCodes(ctx) })),

  recover: provingProcedure
    .meta({
      about: 'Proves the session by a recovery code, in place of a factor that is lost.',
      errors: { BAD_REQUEST: '`mfa_verification_failed`', TOO_MANY_REQUESTS: true },
    })
    .input(recoverInput)
    .mutation(async ({ ctx, input }) => ({ session: await recoverSession(ctx, input) })),
})
