import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { createProductInput, deleteProductInput, productListInput, updateProductInput } from '~/contracts/product-admin'
import { productSearchInput } from '~/contracts/product-search'
import { once } from '~/server/platform/database/idempotency'
import { listProducts } from '~/server/products/list'
import { productById } from '~/server/products/read'
import { createProduct, deleteProduct, updateProduct } from '~/server/products/write'
import { productChanged, readShop, searchShop } from '~/server/shop/read'
import { actorOf, createTRPCRouter, protectedAdminProcedure, publicProcedure, submissionOf } from '../trpc'

export const productsRouter = createTRPCRouter({
  /**
   * All that the shop offers (spec §7 Products function), newest first, from memory: the source is read once after each
   * change. A failure is an answer too: `success` is false and `error` says what happened.
   */
  shop: publicProcedure.query(({ ctx }) => readShop(ctx)),

  /** What the products page shows first: of a long list a part. */
  overview: publicProcedure.query(async ({ ctx }) => (await ctx.live.values.products.get()).data),

  /** A part of the list, searched, filtered and sorted as the products page's address says. @throws SERVICE_UNAVAILABLE while too many ask */
  search: publicProcedure.input(productSearchInput.prefault({})).query(({ ctx, input }) => searchShop(ctx, input)),

  list: protectedAdminProcedure.input(productListInput.prefault({})).query(({ ctx, input }) => listProducts(ctx.db, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => productById(ctx.db.prisma, input.id)),

  /** @throws CONFLICT for an idempotency key that was sent with another product */
  create: protectedAdminProcedure.input(createProductInput).mutation(async ({ ctx, path, input: { idempotencyKey, ...input } }) => {
    const submission = submissionOf(ctx, path, idempotencyKey, input)
    const product = await once(ctx.db.prisma, submission, (tx) => createProduct(tx, actorOf(ctx), input))
    await productChanged(ctx, product.id)
    return product
  }),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  update: protectedAdminProcedure.input(updateProductInput).mutation(async ({ ctx, input }) => {
    const product = await updateProduct(ctx.db.prisma, actorOf(ctx), input)
    await productChanged(ctx, product.id)
    return product
  }),

  /** @throws NOT_FOUND */
  delete: protectedAdminProcedure.input(deleteProductInput).mutation(async ({ ctx, input }) => {
    const deleted = await deleteProduct(ctx.db.prisma, actorOf(ctx), input.id)
    await productChanged(ctx, deleted.id)
    return deleted
  }),
})
