import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'
import { createWebhookInput, deliveriesInput, resendInput, updateWebhookInput, webhookInput } from '~/contracts/office/webhooks'
import { listDeliveries, resend } from '~/server/office/webhooks/deliveries'
import { createWebhook, listWebhooks, removeWebhook, rotateSecret, updateWebhook } from '~/server/office/webhooks/endpoints'

const UNREADABLE = 'a webhook with events that the caller may not read'
const WRONG_WEBHOOK = 'an address that is not on the public internet, or events that the caller may not read about'

export const webhooksRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'The webhooks, the newest first; never their secrets.' })
    .query(({ ctx }) => listWebhooks(ctx)),

  create: provenAdminProcedure
    .meta({
      about:
        'Makes a webhook as Standard Webhooks defines it, and answers its secret, this once. It is told of changes by type, id, version and time.',
      errors: { BAD_REQUEST: WRONG_WEBHOOK, CONFLICT: 'too many webhooks' },
    })
    .input(createWebhookInput)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  update: provenAdminProcedure
    .meta({
      about:
        'Changes, enables or disables a webhook. Waiting messages of a disabled one are not sent. Unless they only disable it, the caller becomes responsible for it: it sends as long as they may read its events.',
      errors: { BAD_REQUEST: WRONG_WEBHOOK, NOT_FOUND: true, CONFLICT: true, FORBIDDEN: UNREADABLE },
    })
    .input(updateWebhookInput)
    .mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  rotate: provenAdminProcedure
    .meta({
      about: 'Answers a new secret of a webhook, this once; the one before signs beside it for 24 hours.',
      errors: { NOT_FOUND: true, FORBIDDEN: UNREADABLE },
    })
    .input(webhookInput)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),

  remove: protectedAdminProcedure
    .meta({
      about: 'Removes a webhook with its log.',
      errors: { NOT_FOUND: true, FORBIDDEN: `${UNREADABLE}, unless they are responsible for it` },
    })
    .input(webhookInput)
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),

  deliveries: protectedAdminProcedure
    .meta({
      about: 'A page of what a webhook was told, the latest first, with how it answered; kept for 30 days.',
      errors: { NOT_FOUND: true, FORBIDDEN: UNREADABLE },
    })
    .input(deliveriesInput)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  resend: protectedAdminProcedure
    .meta({
      about: 'Sends a message again, with the same id; one that waits is tried at once.',
      errors: { NOT_FOUND: true, CONFLICT: 'a disabled webhook', FORBIDDEN: UNREADABLE },
    })
    .input(resendInput)
    .mutation(({ ctx, input }) => resend(ctx, input)),
})
