import { challengeInput, enrollInput, recoverInput, unenrollInput, verifyInput } from '~/contracts/account'
import { createChallenge } from '~/server/auth/challenges'
import { enrollFactor, listFactors, unenrollFactor } from '~/server/auth/factors'
import { countRecoveryCodes, makeRecoveryCodes, recoverSession } from '~/server/auth/recovery-codes'
import { requireRecentProof } from '~/server/auth/recent-proof'
import { verifyFactor } from '~/server/auth/verify-factor'
import { actorOf, createTRPCRouter, enrollingProcedure, sessionProcedure, signedInProcedure } from '../trpc'

/** A session that still owes its factor may call: it is here that it pays. */
const factorProcedure = sessionProcedure.use(({ ctx, next }) => next({ ctx: { actor: actorOf(ctx) } }))

/** A proof of the session: with the answer a browser gets the session's new cookie. */
const provingProcedure = factorProcedure.use(async ({ ctx, next }) => {
  const result = await next()
  if (result.ok) await ctx.cookie?.renew()
  return result
})

/** What a session that was stolen must not do, nor one that was left open. */
const changingProcedure = enrollingProcedure.use(({ ctx, next }) => {
  requireRecentProof(ctx.viewer, ctx.now())
  return next({ ctx: { actor: actorOf(ctx) } })
})

/** Second factors of one's own account (spec §7 Authentication); each service names the errors it throws. */
export const mfaRouter = createTRPCRouter({
  factors: factorProcedure.query(({ ctx }) => listFactors(ctx)),

  enroll: changingProcedure.input(enrollInput).mutation(({ ctx, input }) => enrollFactor(ctx, input)),

  challenge: factorProcedure.input(challengeInput).mutation(({ ctx, input }) => createChallenge(ctx, input)),

  verify: provingProcedure.input(verifyInput).mutation(async ({ ctx, input }) => ({ session: await verifyFactor(ctx, input) })),

  unenroll: changingProcedure.input(unenrollInput).mutation(({ ctx, input }) => unenrollFactor(ctx, input)),

  /** Ten new codes, answered this once; earlier ones count no longer. */
  recoveryCodes: signedInProcedure.mutation(({ ctx }) => {
    requireRecentProof(ctx.viewer, ctx.now())
    return makeRecoveryCodes({ ...ctx, actor: actorOf(ctx) })
  }),

  recoveryCodesLeft: signedInProcedure.query(async ({ ctx }) => ({ left: await countRecoveryCodes(ctx) })),

  /** In place of a factor that is lost: aal2 by a recovery code. */
  recover: provingProcedure.input(recoverInput).mutation(async ({ ctx, input }) => ({ session: await recoverSession(ctx, input) })),
})
