import Stripe from 'stripe'
import type { CardPayments } from '~/server/billing/card/card-provider'
import { stripePayments } from './stripe-payments'

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  apiBase?: string | undefined
  /** Milliseconds for a request. */
  timeoutMs?: number
  /** See `CardPayments`. */
  settleSeconds: number
}

const TIMEOUT_MS = 10_000

/** Requests are repeated once; each names its row, so that nothing happens twice. */
export function openStripe({ secretKey, webhookSecret, apiBase, timeoutMs = TIMEOUT_MS, settleSeconds }: StripeOptions): CardPayments {
  const base = apiBase === undefined ? null : new URL(apiBase)
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : Number(base.port),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  })
  // Test keys begin with sk_test_ or rk_test_.
  return stripePayments(stripe, { webhookSecret, isLive: !/^[a-z]+_test_/.test(secretKey), settleSeconds })
}
