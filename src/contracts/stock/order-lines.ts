import * as z from 'zod'
import {
  amountOrNull,
  decimalOf,
  idToChange,
  lineOrNull,
  lineToChange,
  optionalLine,
  plainLine,
  plainText,
  rowId,
  rowVersion,
  withIdempotencyKey,
} from '~/contracts/fields'
import type { FieldDescription } from '~/contracts/field-description'
import type { OrderStatus, UnitState } from '~/contracts/statuses'

export const MOST_LINES = 500
export const LARGEST_QUANTITY = 100_000
const MOST_DISPATCHED = 100

const NOT_WHOLE = 'Quantity must be a whole number'
export const pieces = (least: number, tooFew: string) =>
  z
    .union([z.number(), z.string().max(20)], { error: NOT_WHOLE })
    .transform(decimalOf)
    .pipe(
      z
        .number({ error: NOT_WHOLE })
        .min(least, tooFew)
        .max(LARGEST_QUANTITY, `At most ${LARGEST_QUANTITY.toLocaleString('en-GB')}`)
        .refine(Number.isInteger, NOT_WHOLE),
    )
const quantity = pieces(1, 'At least 1')
const amount = (name: string) => amountOrNull(name).transform((euro) => euro ?? 0)

/** EUR: the price of one with tax, and the tax of the whole line. */
export const orderLineFields = {
  title: { label: 'Description', kind: 'line', wide: true, hint: 'Empty for the name of the product' },
  sku: { label: 'SKU', kind: 'line' },
  quantity: { label: 'Quantity', kind: 'count', required: true, initial: '1' },
  cancelled: { label: 'Cancelled', kind: 'count', initial: '0', hint: 'Of these no longer wanted' },
  price: { label: 'Price of one', kind: 'euro', hint: 'With tax' },
  tax: { label: 'Tax', kind: 'euro', hint: 'In the whole line' },
} as const satisfies Record<string, FieldDescription>

const newLine = {
  productId: z.union([z.literal('').transform(() => null), z.null(), rowId], { error: 'Not a valid id' }).default(null),
  title: optionalLine,
  sku: lineOrNull,
  quantity,
  price: amount('Price'),
  tax: amount('Tax'),
}
const cancelled = pieces(0, 'Must not be negative')
const isNamed = ({ title, productId }: { title: string; productId: string | null }) => title !== '' || productId !== null
const NOT_NAMED = { path: ['title'], error: 'Say what it is, or choose a product' }

export const orderLineInput = z.object({ ...newLine, cancelled }).refine(isNamed, NOT_NAMED)

export const addOrderLineInput = z.object({ orderId: rowId, ...newLine, ...withIdempotencyKey }).refine(isNamed, NOT_NAMED)

/** Fields left out stay. For a line of the shop platform only the product can be chosen. */
export const changeOrderLineInput = z.object({
  id: rowId,
  version: rowVersion.optional(),
  productId: idToChange,
  title: lineToChange(''),
  sku: lineToChange(null),
  quantity: quantity.optional(),
  cancelled: cancelled.optional(),
  price: amount('Price').optional(),
  tax: amount('Tax').optional(),
})

export const removeOrderLineInput = z.object({ id: rowId })

/** With or without the sign before it. */
export const orderLinesInput = z.object({ number: plainText(3_000).min(1) })

export const dispatchInput = z.object({
  orderLineId: rowId,
  unitIds: z.array(rowId).min(1, 'Scan at least one unit').max(MOST_DISPATCHED, `At most ${MOST_DISPATCHED} units at a time`),
  shipUnpaid: z.boolean().optional(),
})

export interface DispatchedLine extends OrderLine {
  notices?: string[]
}

export const takeBackKinds = ['returned', 'not_sent'] as const
/** Returned by the buyer, or dispatched by mistake. */
export const takeBackInput = z.object({
  id: rowId,
  as: z.enum(takeBackKinds),
  location: lineToChange(null),
})

export const offerUnitInput = z.object({ id: rowId, productId: rowId, version: rowVersion.optional() })
export const withdrawUnitInput = z.object({ id: rowId, version: rowVersion.optional() })

/** Products for a unit, those of its model first; and for a line. */
export const unitOffersInput = z.object({ id: rowId, search: plainLine(200).default('') })
export const lineProductsInput = z.object({ search: plainLine(200).default('') })

/** Scanned or typed: unit number, serial number, or an address on a label. */
export const unitForOrderInput = z.object({ orderId: rowId, code: plainLine(300).min(1, 'Scan or type a unit') })

export interface ProductChoice {
  id: string
  name: string
  /** EUR. */
  price: number | null
  stockQuantity: number
  tracksUnits: boolean
  isActive: boolean
  isOfModel: boolean
}

export interface DispatchedUnit {
  id: string
  unitId: string
  unitNumber: string
  serialNumber: string | null
  dispatchedAt: Date
  /** Email address; null for the shop itself and for a deleted account. */
  by: string | null
  /** Null if it was not returned. */
  returnedAt: Date | null
}

export interface OrderLine {
  id: string
  version: number
  title: string
  sku: string | null
  product: { id: string; name: string } | null
  /** Changed only by the shop platform. */
  isFromPlatform: boolean
  quantity: number
  cancelled: number
  /** EUR: of one with tax, and the tax of the whole line. */
  price: number
  tax: number
  /** The product has units: each one is scanned when it is shipped. */
  isScanned: boolean
  /** Dispatched and not returned. */
  sent: number
  /** Still to be scanned; 0 for a cancelled order. */
  left: number
  units: DispatchedUnit[]
}

export interface OrderLines {
  /** ISO 4217, for every amount here. */
  currency: string
  orderId: string
  orderNumber: string
  status: OrderStatus
  lines: OrderLine[]
}

export interface UnitForOrder {
  unit: { id: string; unitNumber: string; name: string; serialNumber: string | null; state: UnitState } | null
  lineId: string | null
  problem: string | null
}

export interface UnitSale extends Pick<DispatchedUnit, 'id' | 'dispatchedAt' | 'returnedAt'> {
  orderId: string
  orderNumber: string
  title: string
}

export interface OwnOrderLine extends Pick<OrderLine, 'id' | 'title' | 'quantity' | 'cancelled' | 'price' | 'tax'> {
  units: Pick<DispatchedUnit, 'unitNumber' | 'serialNumber' | 'dispatchedAt'>[]
}

/** EUR, without cancelled pieces. */
export const lineAmount = ({ price, quantity: ordered, cancelled }: Pick<OrderLine, 'price' | 'quantity' | 'cancelled'>): number =>
  (Math.round(price * 100) * Math.max(0, ordered - cancelled)) / 100
