import Stripe from 'stripe'
import * as z from 'zod'
import { centsOf } from '~/contracts/billing/vat'
import {
  ProviderError,
  type CardPayments,
  type CheckoutState,
  type PageToPay,
  type ProviderEvent,
} from '~/server/billing/card/card-provider'
import { disputeShape, eventShape, pageShape, refundShape } from './stripe-shapes'

const CURRENCY = 'eur'
/** EUR (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const LEAST = 0.5
/** Seconds that signatures are valid, as Stripe recommends. */
const TOLERANCE_SECONDS = 300
/** Most pages of one minute searched for a lost answer. */
const MOST_PAGES = 1_000
const MOST_PARTS = 100
const MINUTE_SECONDS = 60
/** Seconds after its row within which a page is made. */
const MADE_WITHIN_SECONDS = 30 * MINUTE_SECONDS
const LONGEST_LABEL = 200

/** A request of the same key is under way, or there are too many: its result is unknown. */
const isBusy = ({ statusCode }: { statusCode?: number | undefined }) => statusCode === 409 || statusCode === 429

const isRefusal = (error: unknown) =>
  (error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeCardError) &&
  !isBusy(error)

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && (error.code === 'resource_missing' || error.statusCode === 404)

/** @throws {ProviderError} */
async function answered<T>(what: string, shape: z.ZodType<T>, ask: () => Promise<unknown>): Promise<T> {
  let answer: unknown
  try {
    answer = await ask()
  } catch (cause) {
    const isRepeated = cause instanceof Stripe.errors.StripeIdempotencyError && !isBusy(cause)
    throw new ProviderError(`Stripe has not said whether it could ${what}`, isRefusal(cause), isRepeated, { cause })
  }
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new ProviderError(`Stripe answered in another form when asked to ${what}`, false, false)
  return parsed.data
}

const unlessMissing = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ProviderError && isMissing(error.cause)) return null
    throw error
  }
}

const pageParams = ({ id, amount, label, email, paidUrl, cancelUrl, endsAt }: PageToPay): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: id,
  metadata: { checkout: id },
  payment_intent_data: { metadata: { checkout: id }, description: label.slice(0, LONGEST_LABEL) },
  line_items: [
    {
      quantity: 1,
      price_data: { currency: CURRENCY, unit_amount: centsOf(amount), product_data: { name: label.slice(0, LONGEST_LABEL) } },
    },
  ],
  success_url: paidUrl,
  cancel_url: cancelUrl,
  locale: 'en-GB',
  ...(email !== null && { customer_email: email }),
  ...(endsAt !== null && { expires_at: Math.floor(endsAt.getTime() / 1000) }),
})

const expanded = ['payment_intent.latest_charge']
const listExpanded = expanded.map((path) => `data.${path}`)
const listOf = <T>(row: z.ZodType<T>) => z.object({ data: z.array(row).max(MOST_PARTS), has_more: z.boolean() })

function aboutOf({ object, id, payment_intent: intent }: z.output<typeof eventShape>['data']['object']): ProviderEvent['about'] {
  if (object === 'checkout.session') return { kind: 'page', externalId: id }
  if (object === 'payment_intent') return { kind: 'payment', paymentId: id }
  if (object !== 'charge' && object !== 'refund' && object !== 'dispute') return null
  return intent ? { kind: 'payment', paymentId: intent } : null
}

/** @param isLive the keys take real payments */
export function stripePayments(
  stripe: Stripe,
  { webhookSecret, isLive, settleSeconds }: { webhookSecret: string; isLive: boolean; settleSeconds: number },
): CardPayments {
  const { sessions } = stripe.checkout
  return {
    settleSeconds,
    least: LEAST,

    start: (page) => answered('make a page', pageShape, () => sessions.create(pageParams(page), { idempotencyKey: `checkout-${page.id}` })),

    readPage: (externalId) => unlessMissing(answered('read a page', pageShape, () => sessions.retrieve(externalId, { expand: expanded }))),

    async pageOfPayment(paymentId) {
      const found = await unlessMissing(
        answered('find the page of a payment', listOf(pageShape), () =>
          sessions.list({ payment_intent: paymentId, limit: 1, expand: listExpanded }),
        ),
      )
      return found?.data[0] ?? null
    },

    async findPage(id, madeAt) {
      const made = Math.floor(madeAt.getTime() / 1000)
      const created = { gte: made - MINUTE_SECONDS, lte: made + MADE_WITHIN_SECONDS }
      let after: string | undefined
      for (let seen = 0; seen < MOST_PAGES;) {
        const { data, has_more: isMore }: { data: CheckoutState[]; has_more: boolean } = await answered(
          'list its pages',
          listOf(pageShape),
          () => sessions.list({ created, limit: MOST_PARTS, expand: listExpanded, ...(after && { starting_after: after }) }),
        )
        const found = data.find((page) => page.id === id)
        if (found) return found
        after = data.at(-1)?.externalId
        seen += data.length
        if (!isMore || after === undefined) return null
      }
      return null
    },

    async endPage(externalId) {
      try {
        await answered('end a page', pageShape, () => sessions.expire(externalId))
      } catch (error) {
        // A paid or finished page cannot be ended; its state shows that.
        if (!(error instanceof ProviderError && error.isRefusal)) throw error
      }
    },

    refund: ({ id, paymentId, amount }) =>
      answered('pay something back', refundShape, () =>
        stripe.refunds.create(
          { payment_intent: paymentId, amount: centsOf(amount), reason: 'requested_by_customer', metadata: { refund: id } },
          { idempotencyKey: `refund-${id}` },
        ),
      ),

    async refundsOf(paymentId) {
      const { data } = await answered('list refunds', listOf(refundShape), () =>
        stripe.refunds.list({ payment_intent: paymentId, limit: MOST_PARTS }),
      )
      return data
    },

    async disputesOf(paymentId) {
      const { data } = await answered('list disputes', listOf(disputeShape), () =>
        stripe.disputes.list({ payment_intent: paymentId, limit: MOST_PARTS }),
      )
      return data
    },

    readEvent(body, signature, at) {
      let signed: unknown
      try {
        signed = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, at.getTime())
      } catch {
        return null
      }
      const parsed = eventShape.safeParse(signed)
      // Signed, but of a kind that the shop does not use.
      if (!parsed.success) return { id: '', type: 'unknown', isOurs: false, about: null }
      const { id, type, livemode, account, data } = parsed.data
      return { id, type, isOurs: livemode === isLive && !account, about: aboutOf(data.object) }
    },
  }
}
