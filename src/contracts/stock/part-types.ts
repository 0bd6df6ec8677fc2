import * as z from 'zod'
import {
  amountOrNull,
  dayToChange,
  decimalOrNull,
  lineOrNull,
  plainLine,
  requiredLine,
  rowId,
  rowVersion,
  withIdempotencyKey,
} from '~/contracts/fields'
import { listInput, type ListPage } from '~/contracts/list-page'

export const partKinds = ['hashboard', 'control_board', 'psu', 'fan', 'other'] as const
export type PartKind = (typeof partKinds)[number]
export const partKindLabels: Record<PartKind, string> = {
  hashboard: 'Hashboard',
  control_board: 'Control board',
  psu: 'PSU',
  fan: 'Fan',
  other: 'Other',
}

export const MOST_STOCK = 100_000

const level = (name: string) =>
  decimalOrNull({
    name,
    highest: MOST_STOCK,
    tooHigh: `At most ${MOST_STOCK.toLocaleString('en-GB')}`,
    decimals: 0,
    tooFine: 'A whole number',
  }).default(null)

const MOST_FITS = 30

/** Separated by commas. */
const names = z
  .union([z.string().max(10_000), z.array(plainLine(200)).max(MOST_FITS)])
  .transform((given) => [...new Set((typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()).filter(Boolean))])
  .pipe(z.array(plainLine(200)).max(MOST_FITS, `At most ${MOST_FITS}`))
  .default([])

export const partTypeInput = z.object({
  name: requiredLine('Name is required'),
  kind: z.enum(partKinds, { error: 'Choose a kind' }).default('other'),
  sku: lineOrNull,
  fits: names,
  /** EUR per piece; `price` is for estimates. */
  cost: amountOrNull('Cost').default(null),
  price: amountOrNull('Price').default(null),
  /** Order again at this number of free parts or fewer. */
  reorderPoint: level('Reorder point'),
  stockLevel: level('Stock level'),
  isActive: z.boolean().default(true),
})
export type PartTypeInput = z.output<typeof partTypeInput>

export const createPartTypeInput = partTypeInput.extend(withIdempotencyKey)
export const updatePartTypeInput = partTypeInput.extend({ id: rowId, version: rowVersion.optional() })

export const partTypeSorts = ['name', '-name', 'stock', '-stock'] as const
export type PartTypeSort = (typeof partTypeSorts)[number]
export const stockViews = ['reorder', 'free', 'none'] as const
export type StockView = (typeof stockViews)[number]

export const partTypeListInput = listInput.extend({
  kind: z.enum(partKinds).optional(),
  stock: z.enum(stockViews).optional(),
  sort: z.enum(partTypeSorts).default('name'),
})
export type PartTypeListInput = z.output<typeof partTypeListInput>

export interface PartType extends PartTypeInput {
  id: string
  /** Free; `reserved` are not. */
  inStock: number
  reserved: number
  /** Expected from suppliers; the next day is null if unknown. */
  onOrder: number
  expectedOn: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export type PartTypeList = ListPage<PartType, Record<StockView, number>>

/** Free parts are at or below the reorder point. */
export const isToReorder = ({ inStock, reorderPoint, isActive }: Pick<PartType, 'inStock' | 'reorderPoint' | 'isActive'>): boolean =>
  isActive && reorderPoint !== null && inStock <= reorderPoint

/** The number that restores the stock level, less parts on order; without a level, one above the reorder point. */
export const toOrder = ({
  inStock,
  onOrder,
  reorderPoint,
  stockLevel,
}: Pick<PartType, 'inStock' | 'onOrder' | 'reorderPoint' | 'stockLevel'>): number =>
  Math.max(0, (stockLevel ?? (reorderPoint ?? 0) + 1) - inStock - onOrder)

export const MOST_RECEIVED = 200

const ordered = {
  supplier: requiredLine('Supplier is required'),
  reference: lineOrNull,
  quantity: z.coerce
    .number({ error: 'A whole number' })
    .int('A whole number')
    .min(1, 'At least 1')
    .max(MOST_STOCK, `At most ${MOST_STOCK.toLocaleString('en-GB')}`),
  /** EUR per piece. */
  cost: amountOrNull('Cost').default(null),
  expectedOn: dayToChange,
}
export const orderPartsInput = z.object({ typeId: rowId, ...ordered, ...withIdempotencyKey })
export const updatePartOrderInput = z.object({ id: rowId, version: rowVersion.optional(), ...ordered })
export const cancelPartOrderInput = z.object({ id: rowId, version: rowVersion.optional() })
export const partOrdersInput = z.object({ typeId: rowId })

export interface PartOrder {
  id: string
  supplier: string
  reference: string | null
  quantity: number
  received: number
  /** EUR per piece. */
  cost: number | null
  /** '2026-12-04'. */
  expectedOn: string | null
  cancelledAt: Date | null
  createdAt: Date
  version: number
}

export const isOpenOrder = ({ quantity, received, cancelledAt }: Pick<PartOrder, 'quantity' | 'received' | 'cancelledAt'>): boolean =>
  cancelledAt === null && received < quantity
