import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { createProductInput, deleteProductInput, productListInput, updateProductInput } from '~/contracts/catalogue/product-admin'
import { productSearchInput } from '~/contracts/catalogue/product-search'
import { listProducts } from '~/server/catalogue/products/list'
import { productById } from '~/server/catalogue/products/read'
import { createProduct, deleteProduct, updateProduct } from '~/server/catalogue/products/write'
import { readShop, searchShop } from '~/server/catalogue/shop/read'
import { createTRPCRouter, protectedAdminProcedure, publicProcedure } from '~/server/api/trpc'

export const productsRouter = createTRPCRouter({
  /** From memory: the source is read once after each change. */
  shop: publicProcedure
    .meta({
      about:
        'All that the shop offers (spec §7 Products function), newest first. A failure is an answer too: `success` is false and `error` says what happened.',
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

  delete: protectedAdminProcedure
    .meta({ about: 'Removes a product.', errors: { NOT_FOUND: true } })
    .input(deleteProductInput)
    .mutation(({ ctx, input }) => deleteProduct(ctx, input)),
})
