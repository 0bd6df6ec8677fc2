import { addReadingInput } from '~/contracts/stock/readings'
import { caseFileInput, shareFileInput } from '~/contracts/cases/files'
import { caseRef } from '~/contracts/case-ref'
import { listCaseFiles, removeCaseFile, restoreCaseFile, shareCaseFile } from '~/server/cases/case-files'
import { addReading, listReadings } from '~/server/cases/readings'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { readsKind } from './kind-scope'

export const caseFilesRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'The files of a case, with addresses that count for some minutes, and those that can be put back.' })
    .input(caseRef)
    .use(readsKind)
    .query(({ ctx, input }) => listCaseFiles(ctx, input)),

  remove: protectedAdminProcedure
    .meta({ about: 'Takes a file away; it can be put back for 30 days.', errors: { NOT_FOUND: true } })
    .input(caseFileInput)
    .mutation(({ ctx, input }) => removeCaseFile(ctx, input)),

  restore: protectedAdminProcedure
    .meta({ about: 'Puts a file back that was removed.', errors: { NOT_FOUND: true, CONFLICT: 'the case has 20 files' } })
    .input(caseFileInput)
    .mutation(({ ctx, input }) => restoreCaseFile(ctx, input)),

  share: protectedAdminProcedure
    .meta({
      about: 'Shows a picture to the customer of its case, or no longer.',
      errors: { BAD_REQUEST: 'a file that is no picture', NOT_FOUND: true },
    })
    .input(shareFileInput)
    .mutation(({ ctx, input }) => shareCaseFile(ctx, input)),
})

export const caseReadingsRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'What the machine of a case said of itself, newest first.' })
    .input(caseRef)
    .use(readsKind)
    .query(({ ctx, input }) => listReadings(ctx, input)),

  add: protectedAdminProcedure
    .meta({
      largeBody: true,
      about:
        'Reads the text of a file as a machine’s own data: the output of pyasic, the answers of a firmware, or the reports of programs about a rig’s graphics cards. Stores the file and the reading, and compares boards or cards with the record of the unit.',
      errors: {
        BAD_REQUEST: 'the text is no reading, or one of another machine',
        NOT_FOUND: true,
        CONFLICT: 'the case has 20 files, or an `idempotencyKey` that was sent with another input',
        SERVICE_UNAVAILABLE: 'the file store does not answer',
      },
    })
    .input(addReadingInput)
    .use(readsKind)
    .mutation(({ ctx, input }) => addReading(ctx, input)),
})
