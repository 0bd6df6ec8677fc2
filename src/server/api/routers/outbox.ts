import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { changeInput } from '~/contracts/change-emails'
import { emailFileInput } from '~/contracts/office/email-files'
import { failedIdsInput } from '~/contracts/office/outbox'
import { listEmailFiles, readEmailFile } from '~/server/office/emails/email-files'
import { discardFailed, readFailed, sendAgain } from '~/server/platform/outbox/failed-messages'
import { recallEmails } from '~/server/platform/outbox/recall-emails'

const noFiles = 'the shop sends its emails, or is not one that is tried out'
const limited = 'an administrator or a key with limits'

export const outboxRouter = createTRPCRouter({
  files: protectedAdminProcedure
    .meta({
      about: 'The newest 100 emails that are files, because the shop has no mail server and is being tried out; newest first.',
      errors: { NOT_FOUND: noFiles, FORBIDDEN: limited },
    })
    .query(({ ctx }) => listEmailFiles(ctx)),

  file: protectedAdminProcedure
    .meta({
      about: 'One of the emails that are files, with its parts.',
      errors: { NOT_FOUND: `it is not there or is larger than 5 MB, or ${noFiles}`, FORBIDDEN: limited },
    })
    .input(emailFileInput)
    .query(({ ctx, input }) => readEmailFile(ctx, input)),

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
        'Takes back the emails that a change has written to customers, by the `change` of its `letters`, as long as they are still waiting; what it has changed stays.',
    })
    .input(changeInput)
    .mutation(({ ctx, input }) => recallEmails(ctx, input)),

  discard: protectedAdminProcedure
    .meta({ about: 'Gives them up.', errors: { NOT_FOUND: 'none of them has failed' } })
    .input(failedIdsInput)
    .mutation(({ ctx, input }) => discardFailed(ctx, input)),
})
