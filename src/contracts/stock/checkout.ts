import * as z from 'zod'
import { vatNumber } from '~/contracts/billing/buyers'
import { lineOrNull, phoneNumber, requiredLine, rowId, withIdempotencyKey } from '~/contracts/fields'
import { emailAddress } from '~/contracts/identity/auth'
import { trackingToken } from '~/contracts/case-ref'
import { returnAddress } from '~/contracts/postal-address'
import { MOST_LINES, MOST_PIECES } from '~/contracts/public-limits'
import type { OrderStatus } from '~/contracts/statuses'
import type { PaymentWays } from '~/contracts/billing/receipts'
import type { OwnOrderLine } from './order-lines'

/** The checkout of the own catalogue, where no shop platform is configured. Amounts are EUR with VAT (docs/decisions/032). */

/** Stock of an order that is paid by card is held for so long. */
export const HOLD_MINUTES = 30

/**
 * An order by transfer holds its stock until its bill is due, and a day more. Its customer is reminded so many days before that; so many days after
 * it, and some days after the reminder, an order that nobody has paid is cancelled.
 */
export const TRANSFER_REMINDED_DAYS = 3
export const TRANSFER_LAPSES_DAYS = 5
/** Between the reminder and the cancellation, at least. */
export const TRANSFER_NOTICE_DAYS = 3

const DAY_MS = 24 * 60 * 60 * 1000

/** When an order by transfer that nobody pays is cancelled; null for another, and for one that is reminded of first. */
export function transferLapsesAt({
  payment,
  heldUntil,
  remindedAt,
}: {
  payment: string | null
  heldUntil: Date | null
  remindedAt: Date | null
}): Date | null {
  if (payment !== 'transfer' || heldUntil === null || remindedAt === null) return null
  return new Date(Math.max(heldUntil.getTime() + TRANSFER_LAPSES_DAYS * DAY_MS, remindedAt.getTime() + TRANSFER_NOTICE_DAYS * DAY_MS))
}

const cartLines = z
  .array(
    z.object({
      productId: rowId,
      quantity: z.int('At least 1').min(1, 'At least 1').max(MOST_PIECES, `At most ${MOST_PIECES} of one product`),
    }),
  )
  .min(1, 'The cart is empty')
  .max(MOST_LINES, `At most ${MOST_LINES} products at a time`)
  .refine((lines) => new Set(lines.map(({ productId }) => productId.toLowerCase())).size === lines.length, 'Name each product once')

export const quoteCartInput = z.object({ lines: cartLines })

export const checkoutPayments = ['card', 'transfer'] as const
export type CheckoutPayment = (typeof checkoutPayments)[number]

/** Whom it goes to and how it is paid, as the form has it. */
export const checkoutDetails = z.object({
  fullName: requiredLine('Name is required'),
  email: emailAddress,
  phone: phoneNumber,
  deliveryAddress: returnAddress.refine((address) => address !== null, 'Say where it goes'),
  /** Empty where it is the delivery address. */
  billingAddress: returnAddress,
  company: lineOrNull,
  vatNumber,
  payment: z.enum(checkoutPayments, 'Choose how you pay'),
})

/** `total` is what the page has shown: the server says what it costs, and refuses another sum. */
export const checkoutOrderInput = checkoutDetails.extend({ lines: cartLines, total: z.number().min(0), ...withIdempotencyKey })
export type CheckoutOrder = z.output<typeof checkoutOrderInput>

export type LineProblem = 'gone' | 'no_price' | 'too_few'

export interface QuotedLine {
  productId: string
  name: string
  quantity: number
  /** Of one; 0 where it is not sold. */
  price: number
  total: number
  /** Pieces that can be had, at most 99. */
  free: number
  /** Why it cannot be ordered so; null where it can. */
  problem: LineProblem | null
}

export interface CartQuote {
  lines: QuotedLine[]
  total: number
  /** In the total; 0 where the shop charges none. */
  vat: number
  /** The shop's own words about delivery, as under its settings; empty where it has none. */
  delivery: string
  ways: CheckoutPayment[]
}

export interface PlacedOrder {
  number: string
  /** The page on which the order is followed, below the site's address. */
  page: string
  /** The card provider's page; null for a transfer, and where it does not answer: the order's page offers it again. */
  url: string | null
}

export const trackedOrderInput = z.object({ token: trackingToken })

/**
 * How an order of the checkout stands: its stock is held until a moment, nobody holds it any more, it is the customer's, or it was paid and is
 * not there.
 */
export type SaleStanding = 'held' | 'ended' | 'agreed' | 'short' | 'cancelled'

/** An order as the holder of its link sees it: the entries of the checkout, nothing of an account. */
export interface TrackedOrder {
  number: string
  status: OrderStatus
  standing: SaleStanding
  placedAt: Date
  heldUntil: Date | null
  /** When it is cancelled if nobody pays it; null where that is not said yet, or it is paid. */
  lapsesAt: Date | null
  /** It was cancelled because nobody had paid it. */
  hasLapsed: boolean
  payment: CheckoutPayment
  fullName: string | null
  deliveryAddress: string | null
  lines: OwnOrderLine[]
  total: number
  /** EUR that came. */
  paid: number
  ways: PaymentWays
}

export interface OrderSale {
  channel: 'counter' | 'checkout'
  standing: SaleStanding
  payment: string | null
  heldUntil: Date | null
  /** When its customer was reminded of a transfer, and when it is cancelled if nobody pays it. */
  remindedAt: Date | null
  lapsesAt: Date | null
  /** When it was cancelled because nobody had paid it. */
  lapsedAt: Date | null
  fullName: string | null
  email: string | null
  phone: string | null
  deliveryAddress: string | null
}

export const orderSaleInput = z.object({ id: rowId })
