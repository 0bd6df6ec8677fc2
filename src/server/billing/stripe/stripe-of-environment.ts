import { env } from '~/env'
import type { CardPayments } from '~/server/billing/card/card-provider'

/** Null without keys; loads Stripe's client only with them. */
export async function stripeOfEnvironment(
  {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
    STRIPE_SETTLE_SECONDS: settleSeconds,
  } = env(),
): Promise<CardPayments | null> {
  if (!secretKey || !webhookSecret) return null
  const { openStripe } = await import('./stripe-client')
  return openStripe({ secretKey, webhookSecret, apiBase, settleSeconds })
}
