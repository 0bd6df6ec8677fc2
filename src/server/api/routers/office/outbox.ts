import { changeInput } from '~/contracts/office/letters'
import { failedIdsInput } from '~/contracts/office/outbox'
import { discardFailed, readFailed, sendAgain } from '~/server/office/outbox/failed'
import { recallEmails } from '~/server/office/outbox/recall'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'

/** Emails and text messages that could not be sent. */
export const outboxRouter = createTRPCRouter({
  failed: protectedAdminProcedure
    .meta({ about: 'Emails and messages to phones that could not be sent.' })
    .query(({ ctx }) => readFailed(ctx)),

  sendAgain: protectedAdminProcedure
    .meta({ about: 'Sends them again.', errors: { NOT_FOUND: 'none of them has failed', CONFLICT: 'all are codes that have expired' } })
    .input(failedIdsInput)
    .mutation(({ ctx, input }) => sendAgain(ctx, input)),

  recall: protectedAdminProcedure
    .meta({
      about:
        'Takes back the emails that a change has written to customers, by the `change` of its `letters`, as far as they wait still; what it has changed stays.',
    })
    .input(changeInput)
    .mutation(({ ctx, input }) => recallEmails(ctx, input)),

  discard: protectedAdminProcedure
    .meta({ about: 'Gives them up.', errors: { NOT_FOUND: 'none of them has failed' } })
    .input(failedIdsInput)
    .mutation(({ ctx, input }) => discardFailed(ctx, input)),
})
