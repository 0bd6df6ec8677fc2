import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { appliedImportsInput, batchInput, mapImportInput, previewInput, startImportInput } from '~/contracts/office/imports'
import { applyImport } from '~/server/office/import/apply-import'
import { cancelImport, mapImport, previewImport, readBatch, startImport } from '~/server/office/import/import-batch'
import { appliedImports, undoImport } from '~/server/office/import/undo-import'

export const importsRouter = createTRPCRouter({
  start: protectedAdminProcedure
    .meta({
      about: 'Begins an import; the file follows by `POST /api/imports/<batchId>`.',
      errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input', FORBIDDEN: 'a caller who may not write such records' },
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

  map: protectedAdminProcedure
    .meta({
      about: 'Says which field each column fills, and values for every row; remembered for the next file with such a header.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'unknown fields, or two columns for one',
        CONFLICT: 'the file has not been checked yet',
        FORBIDDEN: 'a caller who may not write such records',
      },
    })
    .input(mapImportInput)
    .mutation(({ ctx, input }) => mapImport(ctx, input)),

  /** tRPC reserves the name `apply`. */
  commit: protectedAdminProcedure
    .meta({
      about: 'Writes the rows that are not wrong, all of them or none.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'all rows are wrong',
        CONFLICT: 'a row has changed since the preview',
        FORBIDDEN: 'a caller who may not write such records',
      },
    })
    .input(batchInput)
    .mutation(({ ctx, input }) => applyImport(ctx, input)),

  cancel: protectedAdminProcedure
    .meta({ about: 'Forgets an import that has not been applied.', errors: { NOT_FOUND: true } })
    .input(batchInput)
    .mutation(({ ctx, input }) => cancelImport(ctx, input)),

  applied: protectedAdminProcedure
    .meta({ about: 'The latest imports of a record type.', errors: { FORBIDDEN: 'a caller who may not read such records' } })
    .input(appliedImportsInput)
    .query(({ ctx, input }) => appliedImports(ctx, input)),

  undo: protectedAdminProcedure
    .meta({
      about: 'Takes an import back: what nobody has changed or used since goes, or gets its former values.',
      errors: { NOT_FOUND: true, CONFLICT: 'it was undone already', FORBIDDEN: 'a caller who may not write such records' },
    })
    .input(batchInput)
    .mutation(({ ctx, input }) => undoImport(ctx, input)),
})
