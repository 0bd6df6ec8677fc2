import { chooseEmailsInput, deleteAccountInput } from '~/contracts/identity/own-data'
import { SESSION_COOKIE } from '~/server/identity/auth/cookies'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { deleteAccount, readAccountEnd } from '~/server/identity/own-data/account-end'
import { downloadAddress } from '~/server/identity/own-data/download-link'
import { chooseEmails, readEmailChoices } from '~/server/identity/own-data/email-choices'
import { signedInProcedure } from '~/server/api/trpc'

/** One's own data, in `account`. */
export const ownDataProcedures = {
  emails: signedInProcedure
    .meta({ about: 'Which emails the account wants beside those that are needed.' })
    .query(({ ctx }) => readEmailChoices(ctx)),

  chooseEmails: signedInProcedure
    .meta({
      about: 'Chooses them.',
      errors: { PRECONDITION_FAILED: 'the newsletter where the shop takes no addresses (`CONTACT_INBOX`)' },
    })
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
        BAD_REQUEST: 'the field `email` is not the account’s address',
        CONFLICT: 'open orders, repairs or trade-ins, credit that a payment holds, the last administrator',
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
