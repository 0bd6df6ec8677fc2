import * as z from 'zod'
import { decimalOf, plainLine, plainText } from '~/contracts/fields'
import type { OrderStatus } from '~/contracts/statuses'

/** An order of the webhooks `orders/create` and `orders/updated`: the fields that the back office keeps. */

const amount = z.union([z.number(), z.string()]).transform(decimalOf).pipe(z.number().nonnegative().max(9_999_999_999.99))
const money = z.object({ amount, currency_code: z.string() })
const address = plainText(254).nullish()

export const platformOrder = z.object({
  id: z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String),
  /** Its name for people, such as '#1001'. */
  name: plainLine(60).min(1),
  email: address,
  contact_email: address,
  customer: z.object({ email: address }).nullish(),
  created_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  updated_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  cancelled_at: z.string().nullish(),
  financial_status: z.string().nullish(),
  fulfillment_status: z.string().nullish(),
  total_price: amount,
  total_price_set: z.object({ shop_money: money, presentment_money: money }).partial().nullish(),
  current_total_price: amount.nullish(),
  current_total_price_set: z.object({ shop_money: money, presentment_money: money }).partial().nullish(),
})

export type PlatformOrder = z.output<typeof platformOrder>

/** Money was returned, or never taken. */
const RETURNED = new Set(['refunded', 'voided', 'expired'])
const PAID = new Set(['paid', 'partially_paid', 'partially_refunded', 'authorized'])

/**
 * The back office's status for a platform's order: cancelled, refunded or voided → cancelled; delivered in full →
 * completed; paid, authorised or on its way in parts → processing; anything else → pending.
 */
export function statusOf(order: Pick<PlatformOrder, 'cancelled_at' | 'financial_status' | 'fulfillment_status'>): OrderStatus {
  const { cancelled_at: cancelled, financial_status: financial, fulfillment_status: fulfilment } = order
  if (cancelled || RETURNED.has(financial ?? '')) return 'cancelled'
  if (fulfilment === 'fulfilled') return 'completed'
  return PAID.has(financial ?? '') || fulfilment === 'partial' ? 'processing' : 'pending'
}

/** The current total in EUR if the platform has one, else in the shop's own currency. */
export function totalOf(order: PlatformOrder): number {
  const set = order.current_total_price_set ?? order.total_price_set
  const inEuro = [set?.presentment_money, set?.shop_money].find((entry) => entry?.currency_code === 'EUR')
  return Math.round((inEuro?.amount ?? order.current_total_price ?? order.total_price) * 100) / 100
}

/** The customer's address in lower case; null for an order without one. */
export const emailOf = ({ email, contact_email: contact, customer }: PlatformOrder): string | null =>
  (email || contact || customer?.email || '').trim().toLowerCase() || null
