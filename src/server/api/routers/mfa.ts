import { challengeInput, enrollInput, recoverInput, unenrollInput, verifyInput } from '~/contracts/account'
import { createChallenge } from '~/server/auth/challenges'
import { enrollFactor, listFactors, unenrollFactor } from '~/server/auth/factors'
import { countRecoveryCodes, makeRecoveryCodes, recoverSession } from '~/server/auth/recovery-codes'
import { verifyFactor } from '~/server/auth/verify-factor'
import { actorOf, createTRPCRouter, signedInProcedure } from '../trpc'

/** A session that still owes its factor may call: it is here that it pays. */
const factorProcedure = signedInProcedure.use(({ ctx, next }) => next({ ctx: { actor: actorOf(ctx) } }))

/** Second factors of one's own account (spec §7 Authentication); each service names the errors it throws. */
export const mfaRouter = createTRPCRouter({
  factors: factorProcedure.query(({ ctx }) => listFactors(ctx)),

  enroll: factorProcedure.input(enrollInput).mutation(({ ctx, input }) => enrollFactor(ctx, input)),

  challenge: factorProcedure.input(challengeInput).mutation(({ ctx, input }) => createChallenge(ctx, input)),

  verify: factorProcedure.input(verifyInput).mutation(async ({ ctx, input }) => ({ session: await verifyFactor(ctx, input) })),

  unenroll: factorProcedure.input(unenrollInput).mutation(({ ctx, input }) => unenrollFactor(ctx, input)),

  /** Ten new codes, answered this once; earlier ones count no longer. */
  recoveryCodes: factorProcedure.mutation(({ ctx }) => makeRecoveryCodes(ctx)),

  recoveryCodesLeft: factorProcedure.query(async ({ ctx }) => ({ left: await countRecoveryCodes(ctx) })),

  /** In place of a factor that is lost: aal2 by a recovery code. */
  recover: factorProcedure.input(recoverInput).mutation(async ({ ctx, input }) => ({ session: await recoverSession(ctx, input) })),
})
