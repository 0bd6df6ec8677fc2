import { contactMessageInput } from '~/contracts/site/contact'
import { sendContactMessage } from '~/server/site/contact-message'
import { createTRPCRouter, publicProcedure } from '~/server/api/trpc'

export const contactRouter = createTRPCRouter({
  send: publicProcedure
    .meta({
      about: "Sends a message to the shop's inbox.",
      errors: {
        PRECONDITION_FAILED: 'neither `CONTACT_INBOX` nor the settings have an address',
        CONFLICT: 'an `idempotencyKey` that was sent with another message',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(contactMessageInput)
    .mutation(({ ctx, input }) => sendContactMessage(ctx, input)),
})
