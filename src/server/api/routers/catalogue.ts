import { checkoutInput } from '~/contracts/catalogue/cart'
import { createTRPCRouter, publicProcedure, protectedAdminProcedure } from '~/server/api/trpc'
import { createCheckout } from '~/server/catalogue/shop/shopify/checkout'
import { appliedImportsInput, batchInput, mapImportInput, previewInput, startImportInput } from '~/contracts/catalogue/imports'
import { applyImport } from '~/server/catalogue/import/apply'
import { cancelImport, mapImport, previewImport, readBatch, startImport } from '~/server/catalogue/import/batch'
import { appliedImports, undoImport } from '~/server/catalogue/import/undo'
import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { adjustValuesInput, previewAdjustmentInput } from '~/contracts/catalogue/machine-values'
import { createMachineInput, machineListInput, updateMachineInput } from '~/contracts/catalogue/machines'
import { adjustValues, previewAdjustment } from '~/server/catalogue/machines/adjust-values'
import { listMachines } from '~/server/catalogue/machines/list'
import { createMachine, machineById, updateMachine } from '~/server/catalogue/machines/write'
import {
  createModelInput,
  mergeModelsInput,
  modelIdInput,
  modelListInput,
  suggestModelsInput,
  updateModelInput,
} from '~/contracts/catalogue/models'
import { suggestModels } from '~/server/catalogue/models/find'
import { listModels } from '~/server/catalogue/models/list'
import { mergeModels } from '~/server/catalogue/models/merge'
import { modelById, usesOfModel } from '~/server/catalogue/models/read'
import { createModel, deleteModel, updateModel } from '~/server/catalogue/models/write'
import { orderInputs } from '~/contracts/catalogue/orders'
import {
  addOrderLineInput,
  changeOrderLineInput,
  lineProductsInput,
  orderLinesInput,
  removeOrderLineInput,
} from '~/contracts/catalogue/order-lines'
import { orders, readForeignRevenue } from '~/server/catalogue/orders'
import { readOrderLines } from '~/server/catalogue/sale/read-lines'
import { addLine, changeLine, productChoices, removeLine } from '~/server/catalogue/sale/write-lines'
import { statusProcedures } from './status-procedures'
import {
  changeProductsInput,
  createProductInput,
  deleteProductInput,
  productListInput,
  updateProductInput,
} from '~/contracts/catalogue/product-admin'
import { changePictureInput, productPictureInput, productPicturesInput } from '~/contracts/catalogue/product-pictures'
import { productDetailsInput, productSearchInput } from '~/contracts/catalogue/product-search'
import { changeProducts } from '~/server/catalogue/products/change-many'
import { listProducts } from '~/server/catalogue/products/list'
import { changePicture, listPictures, removePicture } from '~/server/catalogue/products/pictures'
import { productById } from '~/server/catalogue/products/read'
import { createProduct, deleteProduct, updateProduct } from '~/server/catalogue/products/write'
import { readProductDetails } from '~/server/catalogue/shop/details'
import { readShop, searchShop } from '~/server/catalogue/shop/read'

export const cartRouter = createTRPCRouter({
  checkout: publicProcedure
    .meta({
      about: "Hands a cart over to the platform's checkout.",
      errors: {
        BAD_REQUEST: 'a line that the platform refuses',
        PRECONDITION_FAILED: 'the shop sells from its own catalogue',
        SERVICE_UNAVAILABLE: 'the platform does not answer',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(checkoutInput)
    .mutation(({ ctx, input }) => createCheckout(ctx, input)),
})

/** The file itself comes by `POST /api/imports/<batchId>`, between `start` and `preview`. */
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

  /** tRPC keeps the name `apply` for itself. */
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

export const machinesRouter = createTRPCRouter({
  active: publicProcedure
    .meta({ about: 'What the public calculator offers, by manufacturer, then model.' })
    .query(async ({ ctx }) => (await ctx.live.values.machines.get()).data),

  list: protectedAdminProcedure
    .meta({ about: 'A page of the machines.' })
    .input(machineListInput.prefault({}))
    .query(({ ctx, input }) => listMachines(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One machine.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => machineById(ctx, input)),

  create: protectedAdminProcedure
    .meta({ about: 'Adds a machine.', errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input' } })
    .input(createMachineInput)
    .mutation(({ ctx, input }) => createMachine(ctx, input)),

  update: protectedAdminProcedure
    .meta({ about: 'Changes a machine.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updateMachineInput)
    .mutation(({ ctx, input }) => updateMachine(ctx, input)),

  previewAdjustment: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'What a percentage would make of the values of many machines.',
      errors: { CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(previewAdjustmentInput)
    .query(({ ctx, input }) => previewAdjustment(ctx, input)),

  adjustValues: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Changes the values of many machines by a percentage.',
      errors: { BAD_REQUEST: 'a value would become too large', CONFLICT: 'a view is not what was previewed' },
    })
    .input(adjustValuesInput)
    .mutation(({ ctx, input }) => adjustValues(ctx, input)),
})

/** Models that are suggested at a time. */
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

export const ordersRouter = createTRPCRouter({
  ...statusProcedures(orders, orderInputs),

  foreignRevenue: protectedAdminProcedure
    .meta({ about: 'Completed orders in other currencies than EUR, which sums in euros leave out.' })
    .query(({ ctx }) => readForeignRevenue(ctx)),

  lines: protectedAdminProcedure
    .meta({ about: 'The lines of an order by its number, with the units that were dispatched for them.', errors: { NOT_FOUND: true } })
    .input(orderLinesInput)
    .query(({ ctx, input }) => readOrderLines(ctx, input)),

  lineProducts: protectedAdminProcedure
    .meta({ about: 'A few products by name, for a line.' })
    .input(lineProductsInput)
    .query(({ ctx, input }) => productChoices(ctx, input)),

  addLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Adds a line to an order. Its amount stays as it is.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an unknown product',
        CONFLICT: 'more than 500 lines, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(addOrderLineInput)
    .mutation(({ ctx, input }) => addLine(ctx, input)),

  changeLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Changes a line; of one from the shop platform only the product.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an unknown product, no description, or more cancelled than ordered',
        CONFLICT: 'a stale `version`, a line of the platform, or fewer pieces or another product than what is dispatched',
      },
    })
    .input(changeOrderLineInput)
    .mutation(({ ctx, input }) => changeLine(ctx, input)),

  removeLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Removes a line that was written by hand; answers those that are left.',
      errors: { NOT_FOUND: true, CONFLICT: 'a line of the platform, or one that units were dispatched for' },
    })
    .input(removeOrderLineInput)
    .mutation(({ ctx, input }) => removeLine(ctx, input)),
})

/** A picture itself comes by `POST /api/product-pictures`, and is read at the addresses that `list` names. */
const productPicturesRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'The pictures of a product, in the order in which the shop shows them.' })
    .input(productPicturesInput)
    .query(({ ctx, input }) => listPictures(ctx, input.productId)),

  change: protectedAdminProcedure
    .meta({
      about: 'Changes the place of a picture among those of its product, or the text that is read instead of it.',
      errors: { NOT_FOUND: true },
    })
    .input(changePictureInput)
    .mutation(({ ctx, input }) => changePicture(ctx, input)),

  remove: protectedAdminProcedure
    .meta({ about: 'Removes a picture of a product.', errors: { NOT_FOUND: true } })
    .input(productPictureInput)
    .mutation(({ ctx, input }) => removePicture(ctx, input)),
})

export const productsRouter = createTRPCRouter({
  /** From memory: the source is read once after each change. */
  shop: publicProcedure
    .meta({
      about:
        'All that the shop offers (requirements §7 Products function), newest first. A failure is an answer too: `success` is false and `error` says what happened.',
    })
    .query(({ ctx }) => readShop(ctx)),

  overview: publicProcedure
    .meta({ about: 'What the products page shows first: of a long list a part.' })
    .query(async ({ ctx }) => (await ctx.live.values.products.get()).data),

  search: publicProcedure
    .meta({
      about: "A part of the list, searched, filtered and sorted as the products page's address says.",
      errors: { SERVICE_UNAVAILABLE: 'too many ask' },
    })
    .input(productSearchInput.prefault({}))
    .query(({ ctx, input }) => searchShop(ctx, input)),

  details: publicProcedure
    .meta({ about: 'The whole description and the data of a product that is for sale.', errors: { NOT_FOUND: true } })
    .input(productDetailsInput)
    .query(({ ctx, input }) => readProductDetails(ctx, input)),

  list: protectedAdminProcedure
    .meta({ about: 'A page of the own catalogue.' })
    .input(productListInput.prefault({}))
    .query(({ ctx, input }) => listProducts(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One product of the own catalogue.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => productById(ctx, input)),

  create: protectedAdminProcedure
    .meta({ about: 'Adds a product.', errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input' } })
    .input(createProductInput)
    .mutation(({ ctx, input }) => createProduct(ctx, input)),

  update: protectedAdminProcedure
    .meta({ about: 'Changes a product.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updateProductInput)
    .mutation(({ ctx, input }) => updateProduct(ctx, input)),

  change: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Sets price, stock or visibility of products by id, with what became of each, or of all products of a view.',
      errors: { BAD_REQUEST: 'the stock of a product that has units', CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(changeProductsInput)
    .mutation(({ ctx, input }) => changeProducts(ctx, input)),

  delete: protectedAdminProcedure
    .meta({ about: 'Removes a product.', errors: { NOT_FOUND: true } })
    .input(deleteProductInput)
    .mutation(({ ctx, input }) => deleteProduct(ctx, input)),

  pictures: productPicturesRouter,
})
