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

/** Lines of orders, and the machines that are offered, dispatched and taken back for them (docs/decisions/024). */

/** Lines of one order. */
export const MOST_LINES = 500
/** Pieces of one line. */
export const LARGEST_QUANTITY = 100_000
/** Machines that one call dispatches. */
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

/** A line as it is typed. Price and tax are in EUR: the price of one with its tax, and the tax in the whole line. */
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
/** So many of a line are no longer wanted. */
const cancelled = pieces(0, 'Must not be negative')
const isNamed = ({ title, productId }: { title: string; productId: string | null }) => title !== '' || productId !== null
const NOT_NAMED = { path: ['title'], error: 'Say what it is, or choose a product' }

export const orderLineInput = z.object({ ...newLine, cancelled }).refine(isNamed, NOT_NAMED)

export const addOrderLineInput = z.object({ orderId: rowId, ...newLine, ...withIdempotencyKey }).refine(isNamed, NOT_NAMED)

/** Fields that are left out stay as they are. Of a line of the shop platform only the product is chosen here. */
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

/** An order by its number, with or without the sign before it. */
export const orderLinesInput = z.object({ number: plainText(3_000).min(1) })

/** The machines of one line that go out, by their ids. */
export const dispatchInput = z.object({
  orderLineId: rowId,
  unitIds: z.array(rowId).min(1, 'Scan at least one unit').max(MOST_DISPATCHED, `At most ${MOST_DISPATCHED} units at a time`),
  /** True ships the units although the order is not paid in full. */
  shipUnpaid: z.boolean().optional(),
})

/** The line after a dispatch or a return; `notices` are sentences about its order. */
export interface DispatchedLine extends OrderLine {
  notices?: string[]
}

export const takeBackKinds = ['returned', 'not_sent'] as const
/** A machine that its buyer has sent back, or that never left: the dispatch was a mistake. */
export const takeBackInput = z.object({
  /** Of the dispatch. */
  id: rowId,
  as: z.enum(takeBackKinds),
  /** Its place; left out: the place where it was. */
  location: lineToChange(null),
})

export const offerUnitInput = z.object({ id: rowId, productId: rowId, version: rowVersion.optional() })
export const withdrawUnitInput = z.object({ id: rowId, version: rowVersion.optional() })

/** Products that a unit may be offered under, those of its model first; those that a line may be of. */
export const unitOffersInput = z.object({ id: rowId, search: plainLine(200).default('') })
export const lineProductsInput = z.object({ search: plainLine(200).default('') })

/** A unit as it is scanned or typed for an order: its number, its serial number, or an address on its label. */
export const unitForOrderInput = z.object({ orderId: rowId, code: plainLine(300).min(1, 'Scan or type a unit') })

export interface ProductChoice {
  id: string
  name: string
  /** EUR. */
  price: number | null
  stockQuantity: number
  /** Its stock is the number of its units that are listed. */
  tracksUnits: boolean
  isActive: boolean
  /** Of the unit's own model. */
  isOfModel: boolean
}

/** A machine that was dispatched for a line. */
export interface DispatchedUnit {
  /** Of the dispatch. */
  id: string
  /** Those of the record that is kept of the machine. */
  unitId: string
  unitNumber: string
  serialNumber: string | null
  dispatchedAt: Date
  /** The address of who did it; null for the shop itself, and for somebody who has gone. */
  by: string | null
  /** When it came back; null: it has not. */
  returnedAt: Date | null
}

export interface OrderLine {
  id: string
  version: number
  title: string
  sku: string | null
  product: { id: string; name: string } | null
  /** From the shop platform, which changes it. */
  isFromPlatform: boolean
  quantity: number
  cancelled: number
  /** EUR: of one, with tax, and the tax in the whole line. */
  price: number
  tax: number
  /** Its product has units: each one that goes out is scanned. */
  isScanned: boolean
  /** Units that are out: dispatched, and not back. */
  sent: number
  /** Pieces that are still to be scanned; 0 where none is, and of a cancelled order. */
  left: number
  /** The latest first. */
  units: DispatchedUnit[]
}

export interface OrderLines {
  /** ISO 4217; the currency of every amount here. */
  currency: string
  orderId: string
  orderNumber: string
  status: OrderStatus
  lines: OrderLine[]
}

/** A scanned code as an order sees it. */
export interface UnitForOrder {
  unit: { id: string; unitNumber: string; name: string; serialNumber: string | null; state: UnitState } | null
  /** The line that it can be dispatched for. */
  lineId: string | null
  /** Why it cannot be, in a sentence. */
  problem: string | null
}

/** A time when a machine was dispatched, as its own page tells it. */
export interface UnitSale extends Pick<DispatchedUnit, 'id' | 'dispatchedAt' | 'returnedAt'> {
  orderId: string
  orderNumber: string
  title: string
}

/** A line of one's own order, as its customer sees it. */
export interface OwnOrderLine extends Pick<OrderLine, 'id' | 'title' | 'quantity' | 'cancelled' | 'price' | 'tax'> {
  units: Pick<DispatchedUnit, 'unitNumber' | 'serialNumber' | 'dispatchedAt'>[]
}

/** EUR that a line comes to, without what is no longer wanted. */
export const lineAmount = ({ price, quantity: ordered, cancelled }: Pick<OrderLine, 'price' | 'quantity' | 'cancelled'>): number =>
  (Math.round(price * 100) * Math.max(0, ordered - cancelled)) / 100
