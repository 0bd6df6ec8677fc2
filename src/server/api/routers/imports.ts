import { batchInput, previewInput, startImportInput } from '~/contracts/imports'
import { once } from '~/server/platform/database/idempotency'
import { applyImport } from '~/server/import/apply'
import { cancelImport, readBatch, startImport } from '~/server/import/batch'
import { previewImport } from '~/server/import/preview'
import { productChanged } from '~/server/shop/read'
import { actorOf, createTRPCRouter, protectedAdminProcedure, submissionOf } from '../trpc'

/** The file itself comes by `POST /api/imports/<batchId>`, between `start` and `preview`. */
export const importsRouter = createTRPCRouter({
  /** @throws CONFLICT for an idempotency key that was sent with another file */
  start: protectedAdminProcedure
    .input(startImportInput)
    .mutation(({ ctx, path, input: { idempotencyKey, ...file } }) =>
      once(ctx.db.prisma, submissionOf(ctx, path, idempotencyKey, file), (tx) => startImport(tx, ctx.now(), actorOf(ctx), file)),
    ),

  /** How far the reading of the file is. @throws NOT_FOUND */
  progress: protectedAdminProcedure
    .input(batchInput)
    .query(async ({ ctx, input }) => (await readBatch(ctx.db.prisma, ctx.viewer.userId, input.batchId)).progress),

  /** @throws NOT_FOUND */
  preview: protectedAdminProcedure.input(previewInput).query(({ ctx, input }) => previewImport(ctx.db.prisma, ctx.viewer.userId, input)),

  /** Applies all rows or none (tRPC keeps the name `apply` for itself). @throws NOT_FOUND, BAD_REQUEST while a row is wrong, CONFLICT when a row has changed since the preview */
  commit: protectedAdminProcedure.input(batchInput).mutation(async ({ ctx, input }) => {
    const applied = await applyImport(ctx.db.prisma, actorOf(ctx), ctx.viewer.userId, input.batchId)
    if (applied.noun === 'products') await productChanged(ctx, null)
    else await ctx.live.values.machines.catchUp()
    return applied
  }),

  cancel: protectedAdminProcedure
    .input(batchInput)
    .mutation(({ ctx, input }) => cancelImport(ctx.db.prisma, ctx.viewer.userId, input.batchId)),
})
