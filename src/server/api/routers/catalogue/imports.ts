import { batchInput, previewInput, startImportInput } from '~/contracts/catalogue/imports'
import { applyImport } from '~/server/catalogue/import/apply'
import { cancelImport, previewImport, readBatch, startImport } from '~/server/catalogue/import/batch'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'

/** The file itself comes by `POST /api/imports/<batchId>`, between `start` and `preview`. */
export const importsRouter = createTRPCRouter({
  start: protectedAdminProcedure
    .meta({
      about: 'Begins an import; the file follows by `POST /api/imports/<batchId>`.',
      errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input' },
    })
    .input(startImportInput)
    .mutation(({ ctx, input }) => startImport(ctx, input)),

  progress: protectedAdminProcedure
    .meta({ about: 'How far the reading of the file is.', errors: { NOT_FOUND: true } })
    .input(batchInput)
    .query(async ({ ctx, input }) => (await readBatch(ctx, input)).progress),

  preview: protectedAdminProcedure
    .meta({ about: 'What each row of the file would change.', errors: { NOT_FOUND: true, CONFLICT: 'the file has not been checked yet' } })
    .input(previewInput)
    .query(({ ctx, input }) => previewImport(ctx, input)),

  /** tRPC keeps the name `apply` for itself. */
  commit: protectedAdminProcedure
    .meta({
      about: 'Applies all rows or none.',
      errors: { NOT_FOUND: true, BAD_REQUEST: 'a row is wrong', CONFLICT: 'a row has changed since the preview' },
    })
    .input(batchInput)
    .mutation(({ ctx, input }) => applyImport(ctx, input)),

  cancel: protectedAdminProcedure
    .meta({ about: 'Forgets an import that has not been applied.', errors: { NOT_FOUND: true } })
    .input(batchInput)
    .mutation(({ ctx, input }) => cancelImport(ctx, input)),
})
