import { refreshInput, signOutInput, type SessionInfo } from '~/contracts/account'
import { signInInput } from '~/contracts/auth'
import { refreshSession } from '~/server/auth/refresh'
import { signIn } from '~/server/auth/sign-in'
import { signOut } from '~/server/auth/sign-out'
import { issueSession, sessionUser } from '~/server/auth/tokens'
import { actorOf, createTRPCRouter, publicProcedure, signedInProcedure } from '../trpc'
import { accountProcedures } from './account'
import { mfaRouter } from './mfa'

/** Sessions of programs and browsers (spec §7 Authentication). */
export const authRouter = createTRPCRouter({
  ...accountProcedures,
  mfa: mfaRouter,

  /** @throws UNAUTHORIZED `invalid_credentials` or `email_not_confirmed`, TOO_MANY_REQUESTS */
  signIn: publicProcedure
    .input(signInInput)
    .mutation(async ({ ctx, input }) => ({ session: await issueSession(ctx, await signIn(ctx, input, ctx)) })),

  /** @throws UNAUTHORIZED `refresh_token_not_found`, `refresh_token_already_used` or `session_not_found`, TOO_MANY_REQUESTS */
  refresh: publicProcedure
    .input(refreshInput)
    .mutation(async ({ ctx, input }) => ({ session: await refreshSession(ctx, input.refreshToken, ctx) })),

  /** The session that the call is made in, by token or by cookie. */
  session: signedInProcedure.query(async ({ ctx: { viewer, ...ctx } }): Promise<SessionInfo> => ({
    sessionId: viewer.sessionId,
    expiresAt: Math.floor(viewer.expiresAt.getTime() / 1000),
    aal: viewer.aal,
    user: await sessionUser(ctx, viewer),
  })),

  /** Ends this session, all others of the account, or all of them. */
  signOut: signedInProcedure.input(signOutInput).mutation(async ({ ctx, input }) => {
    await signOut(ctx, actorOf(ctx), ctx.viewer, input.scope)
    return { scope: input.scope }
  }),
})
