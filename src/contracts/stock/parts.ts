import * as z from 'zod'
import {
  amountOrNull,
  dayToChange,
  decimalOrNull,
  lineOrNull,
  lineToChange,
  optionalText,
  plainLine,
  requiredLine,
  rowId,
  rowVersion,
  serialLine,
  textToChange,
  withIdempotencyKey,
} from '~/contracts/fields'
import { listInput, type ListPage } from '~/contracts/list-page'
import { partStates, type PartState } from '~/contracts/statuses'

/** Spare parts: their types, single parts, and where these are (docs/decisions/024). */

export const partKinds = ['hashboard', 'control_board', 'psu', 'fan', 'other'] as const
export type PartKind = (typeof partKinds)[number]
export const partKindLabels: Record<PartKind, string> = {
  hashboard: 'Hashboard',
  control_board: 'Control board',
  psu: 'PSU',
  fan: 'Fan',
  other: 'Other',
}

const MOST_STOCK = 100_000

const level = (name: string) =>
  decimalOrNull({
    name,
    highest: MOST_STOCK,
    tooHigh: `At most ${MOST_STOCK.toLocaleString('en-GB')}`,
    decimals: 0,
    tooFine: 'A whole number',
  }).default(null)

const MOST_FITS = 30

/** Names with commas between them. */
const names = z
  .union([z.string().max(10_000), z.array(plainLine(200)).max(MOST_FITS)])
  .transform((given) => [...new Set((typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()).filter(Boolean))])
  .pipe(z.array(plainLine(200)).max(MOST_FITS, `At most ${MOST_FITS}`))
  .default([])

export const partTypeInput = z.object({
  name: requiredLine('Name is required'),
  kind: z.enum(partKinds, { error: 'Choose a kind' }).default('other'),
  sku: lineOrNull,
  /** Models of machine that it fits. */
  fits: names,
  /** EUR: what one costs the shop, and what an estimate asks for it. */
  cost: amountOrNull('Cost').default(null),
  price: amountOrNull('Price').default(null),
  /** To be ordered again when no more than so many are free. */
  reorderPoint: level('Reorder point'),
  /** The stock wanted after an order. */
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
  /** Those to be ordered again, those of which some are free, and those of which none is. */
  stock: z.enum(stockViews).optional(),
  sort: z.enum(partTypeSorts).default('name'),
})
export type PartTypeListInput = z.output<typeof partTypeListInput>

export interface PartType extends PartTypeInput {
  id: string
  /** Free ones, and those reserved. */
  inStock: number
  reserved: number
  /** Still to come from suppliers, and the day of the next ones; null where nobody knows it. */
  onOrder: number
  expectedOn: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export type PartTypeList = ListPage<PartType, Record<StockView, number>>

/** True if no more than its reorder point are free. */
export const isToReorder = ({ inStock, reorderPoint, isActive }: Pick<PartType, 'inStock' | 'reorderPoint' | 'isActive'>): boolean =>
  isActive && reorderPoint !== null && inStock <= reorderPoint

/** So many bring a type to its stock level, beside what is on order; without a level, above its reorder point. */
export const toOrder = ({
  inStock,
  onOrder,
  reorderPoint,
  stockLevel,
}: Pick<PartType, 'inStock' | 'onOrder' | 'reorderPoint' | 'stockLevel'>): number =>
  Math.max(0, (stockLevel ?? (reorderPoint ?? 0) + 1) - inStock - onOrder)

/** Parts that come in at once. */
const MOST_RECEIVED = 200

const ordered = {
  supplier: requiredLine('Supplier is required'),
  /** The supplier's own number of the order. */
  reference: lineOrNull,
  quantity: z.coerce
    .number({ error: 'A whole number' })
    .int('A whole number')
    .min(1, 'At least 1')
    .max(MOST_STOCK, `At most ${MOST_STOCK.toLocaleString('en-GB')}`),
  /** EUR for one. */
  cost: amountOrNull('Cost').default(null),
  /** Null, empty or left out: nobody knows. */
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
  /** EUR for one. */
  cost: number | null
  /** As '2026-12-04'. */
  expectedOn: string | null
  cancelledAt: Date | null
  createdAt: Date
  version: number
}

/** True if something of it is still to come. */
export const isOpenOrder = ({ quantity, received, cancelledAt }: Pick<PartOrder, 'quantity' | 'received' | 'cancelledAt'>): boolean =>
  cancelledAt === null && received < quantity

const location = lineOrNull
const orNone = (text: string | null | undefined) => text || null

/** One part with a serial number, or so many without. */
export const createPartsInput = z
  .object({
    typeId: rowId,
    serialNumber: serialLine.nullish().transform(orNone),
    quantity: z.coerce
      .number({ error: 'A whole number' })
      .int('A whole number')
      .min(1, 'At least 1')
      .max(MOST_RECEIVED, `At most ${MOST_RECEIVED}`)
      .default(1),
    location,
    /** EUR for one; left out: that of its type. */
    cost: amountOrNull('Cost').optional(),
    notes: optionalText,
    /** The order that they come from. */
    orderId: rowId.optional(),
    ...withIdempotencyKey,
  })
  .refine(({ serialNumber, quantity }) => serialNumber === null || quantity === 1, {
    path: ['quantity'],
    error: 'A serial number is of one part',
  })

export const partListInput = listInput.extend({
  status: z.enum(partStates).optional(),
  kind: z.enum(partKinds).optional(),
  type: rowId.optional(),
  /** The whole name of a place, in any case. */
  location: plainLine(200).min(1).optional(),
  sort: z.enum(['-created', 'created']).default('-created'),
})
export type PartListInput = z.output<typeof partListInput>
export type PartSort = PartListInput['sort']

const ofPart = { id: rowId, version: rowVersion.optional() }

/** Fields of a part; those left out stay as they are. */
export const updatePartInput = z.object({
  ...ofPart,
  serialNumber: serialLine.nullable().transform(orNone).optional(),
  location: lineToChange(null),
  cost: amountOrNull('Cost').optional(),
  notes: textToChange,
})
export const writeOffPartInput = z.object({ ...ofPart, reason: requiredLine('Say why') })
export const restockPartInput = z.object({ ...ofPart, location: lineToChange(null) })

/** Parts of one count that are scanned. */
export const MOST_SCANNED = 1_000

/** A count of the parts of a type on the shelf: those that are free, and those reserved. */
export const countPartsInput = z.object({
  typeId: rowId,
  counted: z.coerce.number({ error: 'A whole number' }).int('A whole number').min(0, 'Must not be negative').max(MOST_STOCK),
  /** As many as the record said when they were counted. */
  expected: z.int().min(0),
  reason: requiredLine('Say why the number is another'),
  /** Those that were scanned one by one; left out where nobody has. */
  seen: z.array(rowId).max(MOST_SCANNED).default([]),
})

export interface PartCount {
  type: PartType
  /** Parts that were added, and those that were written off, by their numbers. */
  received: string[]
  writtenOff: string[]
}

/** A part as it is typed or scanned: its number, its serial number, or its address. */
export const findPartInput = z.object({ code: plainLine(300).min(1, 'Scan or type a part') })

export const installPartInput = z.object({
  partId: rowId,
  unitId: rowId,
  slot: requiredLine('Choose a slot', 40),
  /** The repair in which it is done. */
  caseId: rowId.optional(),
})
export const removePartInput = z.object({
  partId: rowId,
  /** Its place; left out: none yet. */
  location: lineToChange(null),
  /** The repair in which it is done. */
  caseId: rowId.optional(),
})

/** Types to choose from: those that a text finds, or those with these ids. */
export const partChoicesInput = z.object({
  search: plainLine(200).default(''),
  ids: z.array(rowId).max(100).optional(),
})
export type PartChoice = Pick<PartType, 'id' | 'name' | 'kind' | 'sku' | 'price' | 'inStock'>

export interface Part {
  id: string
  partNumber: string
  typeId: string
  typeName: string
  kind: PartKind
  sku: string | null
  serialNumber: string | null
  state: PartState
  location: string | null
  /** EUR. */
  cost: number | null
  notes: string | null
  /** The repair that it is reserved for. */
  reservedFor: { id: string; number: string } | null
  /** The machine that it is in. */
  installedIn: { unitId: string; unitNumber: string; slot: string; at: Date } | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export type PartList = ListPage<Part, Record<PartState, number>> & {
  /** Types to be ordered again. */
  toReorder: number
}

/** The places of a part, the last first. */
export interface PartPlace {
  unitId: string
  unitNumber: string
  slot: string
  installedAt: Date
  installedBy: string | null
  caseNumber: string | null
  removedAt: Date | null
}

export interface PartPage extends Part {
  places: PartPlace[]
}

export interface InstalledPart {
  id: string
  partNumber: string
  typeName: string
  kind: PartKind
  serialNumber: string | null
  slot: string
  since: Date
  /** The person who scanned or typed it; null if nobody did. */
  by: string | null
  /** The number of its case. */
  caseNumber: string | null
}

export interface FormerPart extends InstalledPart {
  removedAt: Date
  removedBy: string | null
  /** The number of the case in which it was taken out. */
  removedIn: string | null
}

/** The parts of a machine by slot, its slots, and the parts that were in there, the last first. */
export interface PartsOfUnit {
  slots: string[]
  parts: InstalledPart[]
  former: FormerPart[]
}

/** The parts of one type that the agreed work of a repair takes from stock. */
export interface NeededParts {
  typeId: string
  typeName: string
  kind: PartKind
  /** As many as the lines say. */
  wanted: number
  /** As many as are neither reserved nor in the machine. */
  missing: number
  /** Free ones of the type. */
  free: number
  /** Still to come from suppliers, and the day of the next ones. */
  onOrder: number
  expectedOn: string | null
  parts: { id: string; partNumber: string; serialNumber: string | null; state: PartState; location: string | null; slot: string | null }[]
}

export interface PartsOfCase {
  /** The machine, where it is known. */
  unitId: string | null
  unitNumber: string | null
  slots: string[]
  needed: NeededParts[]
}

export const ofCaseInput = z.object({ id: rowId })
export const ofUnitInput = z.object({ id: rowId })
