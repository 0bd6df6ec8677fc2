import { deleteViewInput, listViewsInput, renameViewInput, saveViewInput } from '~/contracts/views'
import { once } from '~/server/platform/database/idempotency'
import { deleteView, listViews, renameView, saveView } from '~/server/views/views'
import { createTRPCRouter, protectedAdminProcedure, submissionOf } from '../trpc'

/** An administrator's own views of the lists; nobody else sees them. */
export const viewsRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(listViewsInput).query(({ ctx, input }) => listViews(ctx.db.prisma, ctx.viewer.userId, input.screen)),

  /** @throws CONFLICT for a name that is taken, and for an idempotency key that was sent with another view */
  save: protectedAdminProcedure
    .input(saveViewInput)
    .mutation(({ ctx, path, input: { idempotencyKey, ...view } }) =>
      once(ctx.db.prisma, submissionOf(ctx, path, idempotencyKey, view), (tx) => saveView(tx, ctx.viewer.userId, view)),
    ),

  /** @throws NOT_FOUND, CONFLICT for a name that is taken */
  rename: protectedAdminProcedure.input(renameViewInput).mutation(({ ctx, input }) => renameView(ctx.db.prisma, ctx.viewer.userId, input)),

  /** @throws NOT_FOUND */
  delete: protectedAdminProcedure.input(deleteViewInput).mutation(({ ctx, input }) => deleteView(ctx.db.prisma, ctx.viewer.userId, input)),
})
