import {
  changePasswordInput,
  endSessionInput,
  requestPasswordResetInput,
  resendVerificationInput,
  resetPasswordInput,
  signUpInput,
  updateProfileInput,
  verifyEmailInput,
} from '~/contracts/account'
import { endOtherSessions, endOwnSession, listSessions } from '~/server/accounts/own-sessions'
import { changePassword, requestPasswordReset, resetPassword } from '~/server/accounts/passwords'
import { readProfile, updateProfile } from '~/server/accounts/profile'
import { resendVerification, signUp } from '~/server/accounts/sign-up'
import { verifyEmail } from '~/server/accounts/verify-email'
import type { Actor } from '~/server/platform/audit/record'
import { requireRecentProof } from '~/server/auth/recent-proof'
import { untilAborted, untilSessionEnds } from '~/server/auth/session-stream'
import { actorOf, createTRPCRouter, enrollingProcedure, publicProcedure, signedInProcedure, type Context } from '../trpc'

/** Somebody who is not signed in. */
const stranger = ({ client, requestId }: Context): Actor => ({ userId: null, email: null, ...client, requestId })

/** Somebody who signs up or opens a letter, in which browser. */
const visitor = (ctx: Context) => ({ actor: stranger(ctx), cookies: ctx.cookies })

/** The public half, mounted in `auth` (contract.md, Procedures). */
export const accountProcedures = {
  /** The same answer for a new and a known address. @throws BAD_REQUEST `weak_password`, TOO_MANY_REQUESTS */
  signUp: publicProcedure.input(signUpInput).mutation(({ ctx, input }) => signUp(ctx, visitor(ctx), input)),

  /** Once more the letter of one's sign-up; the same answer for everybody. @throws TOO_MANY_REQUESTS */
  resendVerification: publicProcedure
    .input(resendVerificationInput)
    .mutation(({ ctx, input }) => resendVerification(ctx, visitor(ctx), input)),

  /**
   * By the token alone in the browser that signed up, else with that sign-up's password or a new one.
   * @throws BAD_REQUEST with the field `password`, `otp_expired` or `weak_password`, TOO_MANY_REQUESTS
   */
  verifyEmail: publicProcedure.input(verifyEmailInput).mutation(({ ctx, input }) => verifyEmail(ctx, visitor(ctx), input)),

  /** The same answer for every address. @throws TOO_MANY_REQUESTS */
  requestPasswordReset: publicProcedure
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, stranger(ctx), input)),

  /** @throws BAD_REQUEST `otp_expired` or `weak_password`, TOO_MANY_REQUESTS */
  resetPassword: publicProcedure.input(resetPasswordInput).mutation(({ ctx, input }) => resetPassword(ctx, stranger(ctx), input)),
}

/** One's own account. */
export const accountRouter = createTRPCRouter({
  profile: signedInProcedure.query(({ ctx }) => readProfile(ctx, ctx.viewer)),

  update: signedInProcedure.input(updateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx, actorOf(ctx), ctx.viewer, input)),

  /** @throws FORBIDDEN `reauthentication_needed`, BAD_REQUEST, CONFLICT, TOO_MANY_REQUESTS */
  changePassword: signedInProcedure.input(changePasswordInput).mutation(({ ctx, input }) => {
    requireRecentProof(ctx.viewer, ctx.now())
    return changePassword(ctx, actorOf(ctx), ctx.viewer, input)
  }),

  sessions: signedInProcedure.query(({ ctx }) => listSessions(ctx, ctx.viewer)),

  /** Sends nothing; ends with UNAUTHORIZED at once when the session does, wherever that happens. */
  onSession: enrollingProcedure.subscription(({ ctx, signal }) => untilSessionEnds(ctx, { signal, follow: untilAborted })),

  /** @throws NOT_FOUND */
  endSession: signedInProcedure
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endOwnSession(ctx, actorOf(ctx), ctx.viewer, input.sessionId)),

  endOtherSessions: signedInProcedure.mutation(({ ctx }) => endOtherSessions(ctx, actorOf(ctx), ctx.viewer)),
})
