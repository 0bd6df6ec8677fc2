import { tracked } from '@trpc/server'
import {
  changePasswordInput,
  endSessionInput,
  mailLinkInput,
  requestPasswordResetInput,
  resendVerificationInput,
  resetPasswordInput,
  signUpInput,
  updateProfileInput,
  verifyEmailInput,
} from '~/contracts/identity/account'
import { ownOrderInput, ownRecordsInput } from '~/contracts/cases/own-records'
import { followInput } from '~/contracts/streams'
import { followOwnRecords, listOwnOrders, listOwnRepairs, listOwnTradeIns, readOwnOrder } from '~/server/cases/account/own-records'
import { listOwnDevices } from '~/server/cases/account/own-devices'
import { readOverview } from '~/server/cases/account/account-overview'
import { endOtherSessions, endOwnSession, listSessions, readProfile, updateProfile } from '~/server/identity/accounts/own-account'
import { readMailLink, renewMailLink } from '~/server/identity/accounts/mail-links'
import { changePassword, requestPasswordReset, resetPassword } from '~/server/identity/accounts/reset-password'
import { resendVerification, signUp } from '~/server/identity/accounts/sign-up'
import { verifyEmail } from '~/server/identity/accounts/verify-email'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { untilAborted, untilSessionEnds } from '~/server/identity/auth/session-stream'
import { createTRPCRouter, enrollingProcedure, publicProcedure, signedInProcedure } from '~/server/api/trpc'
import { ownMessageProcedures } from '~/server/api/procedures/message-procedures'
import { ownCaseProcedures } from '~/server/api/procedures/tracking-procedures'
import { chooseEmailsInput, deleteAccountInput } from '~/contracts/identity/own-data'
import { SESSION_COOKIE } from '~/server/identity/auth/cookies'
import { deleteAccount, readAccountEnd } from '~/server/office/own-data/account-end'
import { downloadAddress } from '~/server/office/own-data/download-link'
import { chooseEmails, readEmailChoices } from '~/server/office/own-data/email-choices'

const ownDataProcedures = {
  emails: signedInProcedure
    .meta({ about: 'Which emails the account wants beside those that are needed.' })
    .query(({ ctx }) => readEmailChoices(ctx)),

  chooseEmails: signedInProcedure
    .meta({ about: 'Chooses them.' })
    .input(chooseEmailsInput)
    .mutation(({ ctx, input }) => chooseEmails(ctx, input)),

  prepareDownload: signedInProcedure
    .meta({
      recentProof: true,
      about: "A link to a copy of one's own data as ZIP, which counts five minutes in this session's browser.",
      errors: { TOO_MANY_REQUESTS: true },
    })
    .mutation(async ({ ctx }) => {
      requireRecentProof(ctx.viewer, ctx.now())
      await ctx.limits.take('ownData', ctx.viewer.userId)
      return { address: downloadAddress(ctx.secret, ctx.viewer, ctx.now().getTime() / 1000) }
    }),

  end: signedInProcedure
    .meta({ about: "What prevents the account's end, and what is lost with it." })
    .query(({ ctx }) => readAccountEnd(ctx.db, ctx.viewer.userId, ctx.auditDays)),

  delete: signedInProcedure
    .meta({
      recentProof: true,
      about: 'Deletes the account. What the law has the shop keep stays without the person.',
      errors: {
        BAD_REQUEST: 'the field `email` is not the account’s address, or `confirmed` is left out although the account has money',
        CONFLICT:
          'open orders, repairs, trade-ins or invoices, credit that a payment holds, the last administrator, money that has changed since it was confirmed',
      },
    })
    .input(deleteAccountInput)
    .mutation(async ({ ctx, input }) => {
      requireRecentProof(ctx.viewer, ctx.now())
      const told = await deleteAccount(ctx, input)
      ctx.cookies.set(SESSION_COOKIE, '', 0)
      return told
    }),
}

export const accountProcedures = {
  signUp: publicProcedure
    .meta({
      about: 'Signs up; the same answer for a new and a known address.',
      errors: {
        BAD_REQUEST: '`weak_password`',
        CONFLICT: 'an `idempotencyKey` that was sent with another input',
        TOO_MANY_REQUESTS: true,
        SERVICE_UNAVAILABLE: '`over_capacity`',
      },
    })
    .input(signUpInput)
    .mutation(({ ctx, input }) => signUp(ctx, input)),

  resendVerification: publicProcedure
    .meta({ about: "Sends the email of one's sign-up once more; the same answer for everybody.", errors: { TOO_MANY_REQUESTS: true } })
    .input(resendVerificationInput)
    .mutation(({ ctx, input }) => resendVerification(ctx, input)),

  verifyEmail: publicProcedure
    .meta({
      about: "Verifies an address: by the token alone in the browser that signed up, else with that sign-up's password or a new one.",
      errors: {
        BAD_REQUEST: 'the field `password`, `otp_expired` or `weak_password`',
        CONFLICT: 'a new address that somebody else has by now',
        TOO_MANY_REQUESTS: true,
        SERVICE_UNAVAILABLE: '`over_capacity`',
      },
    })
    .input(verifyEmailInput)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),

  mailLink: publicProcedure
    .meta({ about: 'Whether the link of an email works still, and if not, why.', errors: { TOO_MANY_REQUESTS: true } })
    .input(mailLinkInput)
    .mutation(({ ctx, input }) => readMailLink(ctx, input)),

  renewMailLink: publicProcedure
    .meta({
      about: 'Sends another link to the address that a used or expired one was for.',
      errors: { BAD_REQUEST: '`otp_expired` for a link that cannot be renewed', TOO_MANY_REQUESTS: true },
    })
    .input(mailLinkInput)
    .mutation(({ ctx, input }) => renewMailLink(ctx, input)),

  requestPasswordReset: publicProcedure
    .meta({ about: 'Sends a link for a new password; the same answer for every address.', errors: { TOO_MANY_REQUESTS: true } })
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),

  resetPassword: publicProcedure
    .meta({
      about: 'Sets a new password by the token of the email, and ends every session.',
      errors: { BAD_REQUEST: '`otp_expired` or `weak_password`', TOO_MANY_REQUESTS: true, SERVICE_UNAVAILABLE: '`over_capacity`' },
    })
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
}

export const accountRouter = createTRPCRouter({
  ...ownDataProcedures,

  profile: signedInProcedure.meta({ about: "One's own name, address and phone number." }).query(({ ctx }) => readProfile(ctx)),

  update: signedInProcedure
    .meta({ about: "Changes one's own name and phone number." })
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  changePassword: signedInProcedure
    .meta({
      recentProof: true,
      about: "Changes one's own password.",
      errors: {
        BAD_REQUEST: '`invalid_credentials`, `same_password` or `weak_password`',
        CONFLICT: 'the password has just been changed elsewhere',
        SERVICE_UNAVAILABLE: '`over_capacity`',
      },
    })
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => {
      requireRecentProof(ctx.viewer, ctx.now())
      return changePassword(ctx, input)
    }),

  sessions: signedInProcedure.meta({ about: "One's own sessions." }).query(({ ctx }) => listSessions(ctx)),

  onSession: enrollingProcedure
    .meta({ about: 'Sends nothing; ends with UNAUTHORIZED at once when the session does, wherever that happens.' })
    .subscription(({ ctx, signal }) => untilSessionEnds(ctx, { signal, follow: untilAborted })),

  endSession: signedInProcedure
    .meta({ about: "Ends one of one's own sessions.", errors: { NOT_FOUND: true } })
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endOwnSession(ctx, input)),

  endOtherSessions: signedInProcedure
    .meta({ about: "Ends all of one's own sessions but this one." })
    .mutation(({ ctx }) => endOtherSessions(ctx)),

  orders: signedInProcedure
    .meta({ about: "A page of one's own orders, the latest first." })
    .input(ownRecordsInput.prefault({}))
    .query(({ ctx, input }) => listOwnOrders(ctx, ctx.viewer.userId, input)),

  order: signedInProcedure
    .meta({
      about: "One's own order by its number, and how it is paid with store credit.",
      errors: { NOT_FOUND: 'no such order, or not of one’s own' },
    })
    .input(ownOrderInput)
    .query(({ ctx, input }) => readOwnOrder(ctx, ctx.viewer.userId, input)),

  repairs: signedInProcedure
    .meta({ about: "A page of one's own repairs, the latest first." })
    .input(ownRecordsInput.prefault({}))
    .query(({ ctx, input }) => listOwnRepairs(ctx, ctx.viewer.userId, input)),

  tradeIns: signedInProcedure
    .meta({ about: "A page of one's own trade-ins, the latest first." })
    .input(ownRecordsInput.prefault({}))
    .query(({ ctx, input }) => listOwnTradeIns(ctx, ctx.viewer.userId, input)),

  overview: signedInProcedure
    .meta({ about: 'What waits for the signed-in customer, the most urgent first, and a few of their own open repairs and trade-ins.' })
    .query(({ ctx }) => readOverview(ctx, ctx.viewer.userId)),

  devices: signedInProcedure
    .meta({ about: "One's own devices, each with one's own repairs and trade-ins of it." })
    .query(({ ctx }) => listOwnDevices(ctx, ctx.viewer.userId)),

  onChange: signedInProcedure
    .meta({ about: "Tells when something has changed in one's own orders, cases or credit; ends with the session." })
    .input(followInput.prefault({}))
    .subscription(async function* ({ ctx, input: { lastEventId }, signal }) {
      const events = untilSessionEnds(ctx, {
        signal,
        follow: (until) => followOwnRecords(ctx, ctx.viewer.userId, { lastEventId, signal: until }),
      })
      for await (const { id } of events) yield tracked(id, null)
    }),

  ...ownCaseProcedures,
  ...ownMessageProcedures,
})
