import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import {
  createModelInput,
  mergeModelsInput,
  modelIdInput,
  modelListInput,
  suggestModelsInput,
  updateModelInput,
} from '~/contracts/catalogue/models'
import { suggestModels } from '~/server/catalogue/models/find-model'
import { listModels } from '~/server/catalogue/models/list-models'
import { mergeModels } from '~/server/catalogue/models/merge-models'
import { modelById, usesOfModel } from '~/server/catalogue/models/read-model'
import { createModel, deleteModel, updateModel } from '~/server/catalogue/models/write-model'

const MOST_SUGGESTED = 8

export const modelsRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'A page of the models.' })
    .input(modelListInput.prefault({}))
    .query(({ ctx, input }) => listModels(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One model.', errors: { NOT_FOUND: true } })
    .input(modelIdInput)
    .query(({ ctx, input }) => modelById(ctx, input)),

  uses: protectedAdminProcedure
    .meta({ about: 'How many products, trade-in machines and units are of a model, and its other spellings.' })
    .input(modelIdInput)
    .query(({ ctx, input }) => usesOfModel(ctx.db.prisma, input.id)),

  suggest: protectedAdminProcedure
    .meta({ about: 'A few active models by maker and name in any spelling, with their figures.' })
    .input(suggestModelsInput)
    .query(({ ctx, input }) => suggestModels(ctx.db.prisma, input.search, MOST_SUGGESTED)),

  create: protectedAdminProcedure
    .meta({
      about: 'Adds a model.',
      errors: { CONFLICT: 'a model that is there already, or an `idempotencyKey` that was sent with another input' },
    })
    .input(createModelInput)
    .mutation(({ ctx, input }) => createModel(ctx, input)),

  update: protectedAdminProcedure
    .meta({ about: 'Changes a model.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or a model that is there already' } })
    .input(updateModelInput)
    .mutation(({ ctx, input }) => updateModel(ctx, input)),

  merge: protectedAdminProcedure
    .meta({
      about: 'Makes the model `merge` another spelling of the model `keep`, which gets its products, trade-in machines and units.',
      errors: { NOT_FOUND: true },
    })
    .input(mergeModelsInput)
    .mutation(({ ctx, input }) => mergeModels(ctx, input)),

  delete: protectedAdminProcedure
    .meta({ about: 'Removes a model that nothing uses.', errors: { NOT_FOUND: true, CONFLICT: 'it is used' } })
    .input(modelIdInput)
    .mutation(({ ctx, input }) => deleteModel(ctx, input)),
})
