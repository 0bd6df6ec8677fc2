import * as z from 'zod'
import { LARGEST_QUANTITY, MOST_LINES } from '~/contracts/stock/order-lines'
import { decimalOf, plainLine, plainText, shownLine, stripUnstorable } from '~/contracts/fields'
import type { OrderStatus } from '~/contracts/statuses'

/** Of the webhooks `orders/create` and `orders/updated`. */

const EURO = 'EUR'

const LARGEST_AMOUNT = 9_999_999_999.99
const amount = z.union([z.number(), z.string()]).transform(decimalOf).pipe(z.number().nonnegative().max(LARGEST_AMOUNT))
const currency = z.string().regex(/^[A-Z]{3}$/)
const money = z.object({ amount, currency_code: currency })
/** In the shop's own currency and in the customer's. */
const moneySet = z.object({ shop_money: money, presentment_money: money }).partial().nullish()
type MoneySet = z.output<typeof moneySet>
/** An invalid address must not refuse the order. */
const address = plainText(254).nullish().catch(null)
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .pipe(z.date().min(new Date('2000-01-01T00:00:00Z')))

/** Exact where a JSON number is rounded: 'gid://shopify/Order/820982911946154508'. */
const globalId = z
  .string()
  .regex(/^gid:\/\/shopify\/\w+\/\d{1,20}$/)
  .transform((text) => text.slice(text.lastIndexOf('/') + 1))
  .nullish()
  .catch(null)
const plainId = z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String)

export const platformOrder = z.object({
  /** `parseExactly` keeps long integers as text. */
  id: plainId,
  admin_graphql_api_id: globalId,
  test: z.boolean().nullish().catch(null),
  /** Such as '#1001'. */
  name: plainLine(60).min(1),
  email: address,
  contact_email: address,
  customer: z.object({ email: address }).nullish().catch(null),
  created_at: moment,
  updated_at: moment,
  cancelled_at: z.string().nullish(),
  financial_status: z.string().nullish(),
  fulfillment_status: z.string().nullish(),
  currency: currency.nullish().catch(null),
  total_price: amount,
  total_price_set: moneySet,
  current_total_price: amount.nullish(),
  current_total_price_set: moneySet,
  taxes_included: z.boolean().nullish().catch(null),
  /** Read one by one: an unreadable one must not refuse the order. */
  line_items: z.array(z.unknown()).nullish().catch(null),
  refunds: z.array(z.unknown()).nullish().catch(null),
})

export type PlatformOrder = z.output<typeof platformOrder>

/** Money was returned, or never taken. */
const RETURNED = new Set(['refunded', 'voided', 'expired'])
const PAID = new Set(['paid', 'partially_paid', 'partially_refunded', 'authorized'])

/** Cancelled, refunded or voided → cancelled; delivered → completed; paid, authorised or partly delivered → processing; else pending. */
export function statusOf(order: Pick<PlatformOrder, 'cancelled_at' | 'financial_status' | 'fulfillment_status'>): OrderStatus {
  const { cancelled_at: cancelled, financial_status: financial, fulfillment_status: fulfilment } = order
  if (cancelled || RETURNED.has(financial ?? '')) return 'cancelled'
  if (fulfilment === 'fulfilled') return 'completed'
  return PAID.has(financial ?? '') || fulfilment === 'partial' ? 'processing' : 'pending'
}

export const idOf = ({ id, admin_graphql_api_id: exact }: Pick<PlatformOrder, 'id' | 'admin_graphql_api_id'>): string => exact ?? id

/** EUR if the platform states its total in EUR, else the shop's own. */
export function currencyOf({ current_total_price_set: current, total_price_set: total, currency: own }: PlatformOrder): string {
  const sets = [current ?? total, total]
  const known = sets.flatMap((set) => [set?.presentment_money, set?.shop_money]).flatMap((entry) => entry?.currency_code ?? [])
  return known.includes(EURO) ? EURO : (own ?? sets[0]?.shop_money?.currency_code ?? known[0] ?? EURO)
}

/** Undefined if the message does not state it. @param own the currency of `plain` */
function amountIn(kept: string, own: string | null | undefined, set: MoneySet, plain: number | null | undefined): number | undefined {
  const stated = [set?.presentment_money, set?.shop_money].find((entry) => entry?.currency_code === kept)?.amount
  return stated ?? (own === null || own === undefined || own === kept ? (plain ?? undefined) : undefined)
}

const toCents = (amount: number) => Math.round(amount * 100) / 100

export function totalOf(order: PlatformOrder): number {
  const kept = currencyOf(order)
  const { currency: own, current_total_price_set: current, total_price_set: total } = order
  const amounts = [amountIn(kept, own, current ?? total, order.current_total_price), amountIn(kept, own, total, order.total_price)]
  return toCents(amounts.find((each) => each !== undefined) ?? order.total_price)
}

export const emailOf = ({ email, contact_email: contact, customer }: PlatformOrder): string | null =>
  (email || contact || customer?.email || '').trim().toLowerCase() || null

const shown = z
  .string()
  .transform((text) => stripUnstorable(shownLine(text.slice(0, 1_000))))
  .nullish()
  .catch(null)
const some = z.int().min(0).max(LARGEST_QUANTITY)
const euro = amount.nullish().catch(null)
const parts = <Part extends z.ZodType>(part: Part) => z.array(part).max(100).nullish().catch(null)

const lineItem = z.object({
  id: plainId,
  admin_graphql_api_id: globalId,
  title: shown,
  name: shown,
  sku: shown,
  quantity: some.min(1),
  current_quantity: some.nullish().catch(null),
  price: euro,
  price_set: moneySet.catch(null),
  discount_allocations: parts(z.object({ amount: euro, amount_set: moneySet.catch(null) })),
  tax_lines: parts(z.object({ price: euro, price_set: moneySet.catch(null) })),
})
type LineItem = z.output<typeof lineItem>

const refund = z.object({ refund_line_items: z.array(z.object({ line_item_id: plainId, quantity: some })) })

export interface PlatformLine {
  externalId: string
  title: string
  /** With the variant, as on the platform's documents. */
  name: string
  sku: string | null
  quantity: number
  cancelled: number
  /** In the order's currency: the unit price after discounts with tax, and the whole line's tax. */
  price: number
  tax: number
}

function refundedOf({ refunds }: PlatformOrder): Map<string, number> {
  const refunded = new Map<string, number>()
  for (const each of refunds ?? []) {
    const { data } = refund.safeParse(each)
    for (const { line_item_id: line, quantity } of data?.refund_line_items ?? []) refunded.set(line, (refunded.get(line) ?? 0) + quantity)
  }
  return refunded
}

type AmountOf = (set: MoneySet, plain: number | null | undefined) => number | undefined

function lineOf(item: LineItem, taxesIncluded: boolean, refunded: number, amountOf: AmountOf): PlatformLine {
  const { quantity, price_set: set, price: plain } = item
  const sum = (amounts: readonly (number | undefined)[]) => amounts.reduce<number>((total, each) => total + (each ?? 0), 0)
  const discount = sum((item.discount_allocations ?? []).map((each) => amountOf(each.amount_set, each.amount)))
  const tax = sum((item.tax_lines ?? []).map((each) => amountOf(each.price_set, each.price)))
  const whole = Math.max(0, (amountOf(set, plain) ?? 0) * quantity - discount) + (taxesIncluded ? 0 : tax)
  const cancelled = quantity - (item.current_quantity ?? quantity - refunded)
  return {
    externalId: idOf(item),
    title: item.title ?? item.name ?? '',
    name: item.name ?? item.title ?? '',
    sku: item.sku || null,
    quantity,
    cancelled: Math.min(Math.max(0, cancelled), quantity),
    price: Math.min(toCents(whole / quantity), LARGEST_AMOUNT),
    tax: Math.min(toCents(tax), LARGEST_AMOUNT),
  }
}

export interface PlatformLines {
  lines: PlatformLine[]
  unread: number
}

export function linesOf(order: PlatformOrder): PlatformLines | null {
  if (!order.line_items) return null
  const refunded = refundedOf(order)
  const kept = currencyOf(order)
  const amountOf: AmountOf = (set, plain) => amountIn(kept, order.currency, set, plain)
  const items = order.line_items.slice(0, MOST_LINES).flatMap((each) => lineItem.safeParse(each).data ?? [])
  const lines = items.map((item) => lineOf(item, order.taxes_included !== false, refunded.get(item.id) ?? 0, amountOf))
  return {
    lines: [...new Map(lines.map((line) => [line.externalId, line])).values()],
    unread: order.line_items.length - items.length,
  }
}
