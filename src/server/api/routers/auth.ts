import { reauthenticateInput, refreshInput, signOutInput, type SessionInfo } from '~/contracts/identity/account'
import { signInInput } from '~/contracts/identity/auth'
import { reauthenticate } from '~/server/identity/auth/reauthenticate'
import { refreshSession } from '~/server/identity/auth/refresh'
import { needsSecondFactor, mfaPending } from '~/server/identity/auth/read-session'
import { signIn, signOut } from '~/server/identity/auth/sign-in'
import { issueSession, sessionUser } from '~/server/identity/auth/tokens'
import { createTRPCRouter, enrollingProcedure, publicProcedure, sessionProcedure } from '~/server/api/trpc'
import { accountProcedures } from './account'
import { mfaRouter } from '../procedures/second-factor-procedures'

export const authRouter = createTRPCRouter({
  ...accountProcedures,
  mfa: mfaRouter,

  signIn: publicProcedure
    .meta({
      about: 'Begins a session.',
      errors: {
        UNAUTHORIZED: '`invalid_credentials` or `email_not_confirmed`',
        TOO_MANY_REQUESTS: true,
        SERVICE_UNAVAILABLE: '`over_capacity`',
      },
    })
    .input(signInInput)
    .mutation(async ({ ctx, input }) => ({ session: await issueSession(ctx, await signIn(ctx, input, ctx)) })),

  refresh: publicProcedure
    .meta({
      about: 'The next pair of tokens; each refresh token counts once.',
      errors: { UNAUTHORIZED: '`refresh_token_not_found`, `refresh_token_already_used` or `session_not_found`', TOO_MANY_REQUESTS: true },
    })
    .input(refreshInput)
    .mutation(async ({ ctx, input }) => ({ session: await refreshSession(ctx, input.refreshToken, ctx) })),

  session: sessionProcedure
    .meta({ about: 'The session that the call is made in, by token or by cookie.' })
    .query(async ({ ctx: { viewer, ...ctx } }): Promise<SessionInfo> => ({
      sessionId: viewer.sessionId,
      expiresAt: Math.floor(viewer.expiresAt.getTime() / 1000),
      aal: viewer.aal,
      user: await sessionUser(ctx, viewer),
    })),

  reauthenticate: enrollingProcedure
    .meta({
      about: 'Proves the session again by the password, for what needs a proof younger than ten minutes.',
      errors: {
        BAD_REQUEST: '`invalid_credentials`, or `reauthentication_needed` with a second factor',
        TOO_MANY_REQUESTS: true,
        SERVICE_UNAVAILABLE: '`over_capacity`',
      },
    })
    .input(reauthenticateInput)
    .mutation(async ({ ctx, input }) => {
      const session = await reauthenticate(ctx, input)
      await ctx.cookie?.renew()
      return { session }
    }),

  signOut: sessionProcedure
    .meta({
      about: 'Ends this session, all others of the account, or all of them.',
      errors: { FORBIDDEN: '`insufficient_aal` for other sessions while the second factor is not proven' },
    })
    .input(signOutInput)
    .mutation(async ({ ctx, input }) => {
      if (input.scope !== 'local' && mfaPending(ctx.viewer)) throw needsSecondFactor()
      await signOut(ctx, input)
      return { scope: input.scope }
    }),
})
