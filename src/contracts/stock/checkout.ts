import * as z from 'zod'
import { vatNumber } from '~/contracts/billing/buyers'
import { lineOrNull, phoneNumber, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { emailAddress } from '~/contracts/identity/auth'
import { trackingToken } from '~/contracts/case-ref'
import { parcelFields } from '~/contracts/parcel-fields'
import { returnAddress } from '~/contracts/postal-address'
import { MOST_LINES, MOST_PIECES } from '~/contracts/public-limits'
import type { OrderStatus } from '~/contracts/statuses'
import type { PaymentWays } from '~/contracts/billing/receipts'
import type { OwnOrderLine } from './order-lines'

/** Minutes that an unpaid card order holds its stock. */
export const HOLD_MINUTES = 30

/**
 * A transfer order holds its stock until a day after its due day, with a reminder `TRANSFER_REMINDED_DAYS` before that end. An unpaid order
 * is cancelled `TRANSFER_LAPSES_DAYS` after it, at least `TRANSFER_NOTICE_DAYS` after the reminder.
 */
export const TRANSFER_REMINDED_DAYS = 3
export const TRANSFER_LAPSES_DAYS = 5
/** Least days between reminder and cancellation. */
export const TRANSFER_NOTICE_DAYS = 3

const DAY_MS = 24 * 60 * 60 * 1000

/** Null for other orders, and before the reminder. */
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

export const checkoutDetails = z.object({
  fullName: requiredLine('Name is required'),
  email: emailAddress,
  phone: phoneNumber,
  deliveryAddress: returnAddress.refine((address) => address !== null, 'Say where it goes'),
  /** '' for the delivery address. */
  billingAddress: returnAddress,
  company: lineOrNull,
  vatNumber,
  payment: z.enum(checkoutPayments, 'Choose how you pay'),
})

/** `total` as shown on the page; the server refuses a different price. */
export const checkoutOrderInput = checkoutDetails.extend({ lines: cartLines, total: z.number().min(0), ...withIdempotencyKey })
export type CheckoutOrder = z.output<typeof checkoutOrderInput>

export type LineProblem = 'gone' | 'no_price' | 'too_few'

export interface QuotedLine {
  productId: string
  name: string
  quantity: number
  /** Of one; 0 if not sold. */
  price: number
  total: number
  /** Available pieces, at most 99. */
  free: number
  problem: LineProblem | null
}

export interface CartQuote {
  lines: QuotedLine[]
  total: number
  /** VAT in the total; 0 if the shop charges none. */
  vat: number
  delivery: string
  ways: CheckoutPayment[]
}

export interface PlacedOrder {
  number: string
  page: string
  /** The card provider's page; null for a transfer, and if the provider does not answer: the order's page offers it again. */
  url: string | null
}

export const trackedOrderInput = z.object({ token: trackingToken })

/** `held`: stock is held for a time; `ended`: no longer; `agreed`: the customer's; `short`: paid, but out of stock. */
export type SaleStanding = 'held' | 'ended' | 'agreed' | 'short' | 'cancelled'

export interface TrackedOrder {
  number: string
  status: OrderStatus
  standing: SaleStanding
  placedAt: Date
  heldUntil: Date | null
  /** Cancellation if unpaid; null if not fixed yet, or paid. */
  lapsesAt: Date | null
  hasLapsed: boolean
  payment: CheckoutPayment
  fullName: string | null
  deliveryAddress: string | null
  /** Of its parcel. */
  carrier: string | null
  trackingNumber: string | null
  lines: OwnOrderLine[]
  total: number
  /** EUR of money. */
  paid: number
  /** EUR of store credit, held or used. */
  credit: number
  ways: PaymentWays
}

export interface OrderSale {
  channel: 'counter' | 'checkout'
  standing: SaleStanding
  payment: string | null
  heldUntil: Date | null
  /** The reminder of a transfer, and the cancellation if unpaid. */
  remindedAt: Date | null
  lapsesAt: Date | null
  lapsedAt: Date | null
  fullName: string | null
  email: string | null
  phone: string | null
  deliveryAddress: string | null
  carrier: string | null
  trackingNumber: string | null
}

export const orderSaleInput = z.object({ id: rowId })

/** `completes`: the order leaves with this parcel. */
export const orderParcelInput = z.object({
  id: rowId,
  version: rowVersion.optional(),
  ...parcelFields,
  completes: z.boolean().default(false),
})
