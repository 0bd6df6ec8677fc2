import { contactMessageInput } from '~/contracts/site/contact'
import { sendContactMessage } from '~/server/site/contact-message'
import { createTRPCRouter, publicProcedure } from '~/server/api/trpc'

export const contactRouter = createTRPCRouter({
  send: publicProcedure
    .meta({
      about: "Sends a message to the shop's inbox.",
      errors: {
        PRECONDITION_FAILED: 'the shop has no inbox (`CONTACT_INBOX`)',
        CONFLICT: 'an `idempotencyKey` that was sent with another message',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(contactMessageInput)
    .mutation(({ ctx, input }) => sendContactMessage(ctx, input)),
})
