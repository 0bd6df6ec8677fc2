import { checkoutInput } from '~/contracts/cart'
import { createTRPCRouter, publicProcedure } from '~/server/api/trpc'
import { createCheckout } from '~/server/shop/shopify/checkout'

export const cartRouter = createTRPCRouter({
  /** Hands a cart over to the platform's checkout. @throws PRECONDITION_FAILED, TOO_MANY_REQUESTS, BAD_REQUEST, SERVICE_UNAVAILABLE */
  checkout: publicProcedure.input(checkoutInput).mutation(({ ctx, input }) => createCheckout(ctx, input, ctx.client.ip)),
})
