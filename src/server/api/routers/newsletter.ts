import { createTRPCRouter, publicProcedure, protectedAdminProcedure } from '~/server/api/trpc'
import { newsletterLinkInput, newsletterLinkStateInput, subscribeInput } from '~/contracts/site/newsletter'
import {
  confirmSubscription,
  newsletterFigures,
  readNewsletterLink,
  sendUnsubscribeLink,
  subscribe,
  unsubscribe,
} from '~/server/site/newsletter/subscriptions'

export const newsletterRouter = createTRPCRouter({
  subscribe: publicProcedure
    .meta({
      about: 'Sends a link that subscribes an address to the newsletter; the same answer for every address.',
      errors: { TOO_MANY_REQUESTS: true },
    })
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribe(ctx, input)),

  link: publicProcedure
    .meta({ about: 'Tells whether a link of the newsletter’s emails works, was used, or has ended. It changes nothing.' })
    .input(newsletterLinkStateInput)
    .mutation(({ ctx, input }) => readNewsletterLink(ctx, input)),

  confirm: publicProcedure
    .meta({ about: "Subscribes an address by its email's link.", errors: { BAD_REQUEST: '`otp_expired`' } })
    .input(newsletterLinkInput)
    .mutation(({ ctx, input }) => confirmSubscription(ctx, input)),

  unsubscribe: publicProcedure
    .meta({ about: 'Removes an address by the link of any email of the newsletter.', errors: { BAD_REQUEST: '`otp_expired`' } })
    .input(newsletterLinkInput)
    .mutation(({ ctx, input }) => unsubscribe(ctx, input)),

  sendUnsubscribeLink: publicProcedure
    .meta({
      about: 'Sends a subscribed address a link that removes it; the same answer for every address.',
      errors: { TOO_MANY_REQUESTS: true },
    })
    .input(subscribeInput)
    .mutation(({ ctx, input }) => sendUnsubscribeLink(ctx, input)),

  figures: protectedAdminProcedure
    .meta({ about: 'How many addresses are subscribed, and how many wait for their link to be followed.' })
    .query(({ ctx }) => newsletterFigures(ctx)),
})
