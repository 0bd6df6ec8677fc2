import { batchInput, previewInput, startImportInput } from '~/contracts/imports'
import { once } from '~/server/platform/database/idempotency'
import { applyImport } from '~/server/import/apply'
import { cancelImport, readBatch, startImport } from '~/server/import/batch'
import { previewImport } from '~/server/import/preview'
import { productChanged } from '~/server/shop/read'
import { actorOf, createTRPCRouter, protectedAdminProcedure, submissionOf } from '../trpc'

/** The file itself comes by `POST /api/imports/<batchId>`, between `start` and `preview`. */
export const importsRouter = createTRPCRouter({
  start: protectedAdminProcedure
    .meta({
      about: 'Begins an import; the file follows by `POST /api/imports/<batchId>`.',
      errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input' },
    })
    .input(startImportInput)
    .mutation(({ ctx, path, input: { idempotencyKey, ...file } }) =>
      once(ctx.db.prisma, submissionOf(ctx, path, idempotencyKey, file), (tx) => startImport(tx, ctx.now(), actorOf(ctx), file)),
    ),

  progress: protectedAdminProcedure
    .meta({ about: 'How far the reading of the file is.', errors: { NOT_FOUND: true } })
    .input(batchInput)
    .query(async ({ ctx, input }) => (await readBatch(ctx.db.prisma, ctx.viewer.userId, input.batchId)).progress),

  preview: protectedAdminProcedure
    .meta({ about: 'What each row of the file would change.', errors: { NOT_FOUND: true, CONFLICT: 'the file has not been checked yet' } })
    .input(previewInput)
    .query(({ ctx, input }) => previewImport(ctx.db.prisma, ctx.viewer.userId, input)),

  /** tRPC keeps the name `apply` for itself. */
  commit: protectedAdminProcedure
    .meta({
      about: 'Applies all rows or none.',
      errors: { NOT_FOUND: true, BAD_REQUEST: 'a row is wrong', CONFLICT: 'a row has changed since the preview' },
    })
    .input(batchInput)
    .mutation(async ({ ctx, input }) => {
      const applied = await applyImport(ctx.db.prisma, actorOf(ctx), ctx.viewer.userId, input.batchId)
      if (applied.noun === 'products') await productChanged(ctx, null)
      else await ctx.live.values.machines.catchUp()
      return applied
    }),

  cancel: protectedAdminProcedure
    .meta({ about: 'Forgets an import that has not been applied.', errors: { NOT_FOUND: true } })
    .input(batchInput)
    .mutation(({ ctx, input }) => cancelImport(ctx.db.prisma, ctx.viewer.userId, input.batchId)),
})
