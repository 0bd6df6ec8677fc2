import { createTRPCRouter, publicProcedure } from '../trpc'

export const productsRouter = createTRPCRouter({
  /**
   * What the shop offers (spec §7 Products function), from memory: the source is read once after each
   * change. A failure is an answer too: `success` is false and `error` says what happened.
   */
  shop: publicProcedure.query(async ({ ctx }) => (await ctx.live.values.products.get()).data),
})
