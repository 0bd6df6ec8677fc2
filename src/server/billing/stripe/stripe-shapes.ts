import * as z from 'zod'
import type { CheckoutState, ProviderDispute, ProviderRefund } from '~/server/billing/card/card-provider'

/** Stripe's objects as far as the shop reads them. Stripe counts in cents and seconds. */

const MS = 1000
const LONGEST = 500
const text = z.string().max(LONGEST)
const euro = z.int().transform((cents) => cents / 100)
const moment = z
  .number()
  .min(0)
  .max(8e12)
  .transform((seconds) => new Date(seconds * MS))
const rowIdOrNull = z.guid().nullable().catch(null)
const idOf = z.union([text, z.object({ id: text }).transform(({ id }) => id)])

const intent = z.union([
  text.transform((id) => ({ id, paidAt: null, isUnderWay: true })),
  z
    .object({ id: text, status: text.nullish(), latest_charge: z.union([text, z.object({ created: moment })]).nullish() })
    .transform(({ id, status, latest_charge: charge }) => ({
      id,
      paidAt: typeof charge === 'object' && charge !== null ? charge.created : null,
      isUnderWay: status === 'processing' || status === 'succeeded',
    })),
])

const session = z.object({
  id: text,
  url: z.string().max(4_000).nullish(),
  expires_at: moment.nullish(),
  client_reference_id: rowIdOrNull.optional(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: intent.nullish(),
  amount_total: euro.nullish(),
  currency: text.nullish(),
})

function stateOf({ status, payment_status: payment, payment_intent: intent }: z.output<typeof session>): CheckoutState['state'] {
  if (payment === 'paid') return 'paid'
  if (status === 'open') return 'open'
  // A bank debit takes days, and may fail.
  return status === 'complete' && intent?.isUnderWay ? 'waiting' : 'ended'
}

export const pageShape = session.transform((found): CheckoutState => ({
  externalId: found.id,
  url: found.url ?? null,
  expiresAt: found.expires_at ?? null,
  id: found.client_reference_id ?? null,
  state: stateOf(found),
  paymentId: found.payment_intent?.id ?? null,
  amount: found.amount_total ?? 0,
  currency: found.currency ?? '',
  paidAt: found.payment_intent?.paidAt ?? null,
}))

const refundStates: Record<string, ProviderRefund['state']> = { succeeded: 'done', failed: 'failed', canceled: 'failed' }

export const refundShape = z
  .object({
    id: text,
    amount: euro,
    currency: text,
    status: text.nullish(),
    metadata: z.object({ refund: rowIdOrNull.optional() }).nullish(),
  })
  .transform(({ id, amount, currency, status, metadata }): ProviderRefund => ({
    externalId: id,
    id: metadata?.refund ?? null,
    state: refundStates[status ?? ''] ?? 'asked',
    amount,
    currency,
  }))

const over = ['won', 'lost', 'warning_closed', 'prevented']

export const disputeShape = z
  .object({ id: text, amount: euro, currency: text, status: text, created: moment })
  .transform(({ id, amount, currency, status, created }): ProviderDispute => ({
    externalId: id,
    state: status,
    isOver: over.includes(status),
    isLost: status === 'lost',
    amount,
    currency,
    at: created,
  }))

/** A signed message, reduced to ids. */
export const eventShape = z.object({
  id: text,
  type: text,
  livemode: z.boolean(),
  /** Set for another account of a platform. */
  account: text.nullish(),
  data: z.object({ object: z.object({ id: text, object: text, payment_intent: idOf.nullish() }) }),
})
