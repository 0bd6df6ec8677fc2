import { env } from '~/env'
import type { CardPayments } from '~/server/billing/card/card-provider'

/** Card payments as the environment says; null where it names no keys. Loads Stripe's client only where there are some. */
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
