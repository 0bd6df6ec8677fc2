import { checkoutInput } from '~/contracts/catalogue/cart'
import { createTRPCRouter, publicProcedure } from '~/server/api/trpc'
import { createCheckout } from '~/server/catalogue/shop/shopify/checkout'

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
