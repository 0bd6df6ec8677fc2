import { deleteViewInput, listViewsInput, renameViewInput, saveViewInput } from '~/contracts/views'
import { once } from '~/server/platform/database/idempotency'
import { deleteView, listViews, renameView, saveView } from '~/server/views/views'
import { createTRPCRouter, protectedAdminProcedure, submissionOf } from '../trpc'

/** An administrator's own views of the lists; nobody else sees them. */
export const viewsRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: "One's own saved views of a list." })
    .input(listViewsInput)
    .query(({ ctx, input }) => listViews(ctx.db.prisma, ctx.viewer.userId, input.screen)),

  save: protectedAdminProcedure
    .meta({
      about: 'Saves a view.',
      errors: {
        BAD_REQUEST: 'too many views of this list',
        CONFLICT: 'a name that is taken, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(saveViewInput)
    .mutation(({ ctx, path, input: { idempotencyKey, ...view } }) =>
      once(ctx.db.prisma, submissionOf(ctx, path, idempotencyKey, view), (tx) => saveView(tx, ctx.viewer.userId, view)),
    ),

  rename: protectedAdminProcedure
    .meta({ about: 'Renames a view.', errors: { NOT_FOUND: true, CONFLICT: 'a name that is taken' } })
    .input(renameViewInput)
    .mutation(({ ctx, input }) => renameView(ctx.db.prisma, ctx.viewer.userId, input)),

  delete: protectedAdminProcedure
    .meta({ about: 'Removes a view.', errors: { NOT_FOUND: true } })
    .input(deleteViewInput)
    .mutation(({ ctx, input }) => deleteView(ctx.db.prisma, ctx.viewer.userId, input)),
})
