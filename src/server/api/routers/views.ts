import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { deleteViewInput, listViewsInput, renameViewInput, saveViewInput } from '~/contracts/office/views'
import { deleteView, listViews, renameView, saveView } from '~/server/office/views'

export const viewsRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: "One's own saved views of a list." })
    .input(listViewsInput)
    .query(({ ctx, input }) => listViews(ctx, input)),

  save: protectedAdminProcedure
    .meta({
      about: 'Saves a view.',
      errors: {
        BAD_REQUEST: 'too many views of this list',
        CONFLICT: 'a name that is taken, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(saveViewInput)
    .mutation(({ ctx, input }) => saveView(ctx, input)),

  rename: protectedAdminProcedure
    .meta({ about: 'Renames a view.', errors: { NOT_FOUND: true, CONFLICT: 'a name that is taken' } })
    .input(renameViewInput)
    .mutation(({ ctx, input }) => renameView(ctx, input)),

  delete: protectedAdminProcedure
    .meta({ about: 'Removes a view.', errors: { NOT_FOUND: true } })
    .input(deleteViewInput)
    .mutation(({ ctx, input }) => deleteView(ctx, input)),
})
