import * as z from 'zod'
import {
  amountOrNull,
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
import { partKinds, type PartKind, MOST_STOCK, type PartType, MOST_RECEIVED } from './part-types'

const location = lineOrNull
const orNone = (text: string | null | undefined) => text || null

/** One part with a serial number, or several without. */
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
    /** EUR per piece; left out: the type's cost. */
    cost: amountOrNull('Cost').optional(),
    notes: optionalText,
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
  /** A whole name; case is ignored. */
  location: plainLine(200).min(1).optional(),
  sort: z.enum(['-created', 'created']).default('-created'),
})
export type PartListInput = z.output<typeof partListInput>
export type PartSort = PartListInput['sort']

const ofPart = { id: rowId, version: rowVersion.optional() }

export const updatePartInput = z.object({
  ...ofPart,
  serialNumber: serialLine.nullable().transform(orNone).optional(),
  location: lineToChange(null),
  cost: amountOrNull('Cost').optional(),
  notes: textToChange,
})
export const writeOffPartInput = z.object({ ...ofPart, reason: requiredLine('Say why') })
export const restockPartInput = z.object({ ...ofPart, location: lineToChange(null) })

export const MOST_SCANNED = 1_000

/** A count of a type on the shelf, free and reserved. */
export const countPartsInput = z.object({
  typeId: rowId,
  counted: z.coerce.number({ error: 'A whole number' }).int('A whole number').min(0, 'Must not be negative').max(MOST_STOCK),
  /** The recorded number at the time of counting. */
  expected: z.int().min(0),
  reason: requiredLine('Say why the number is another'),
  seen: z.array(rowId).max(MOST_SCANNED).default([]),
})

export interface PartCount {
  type: PartType
  received: string[]
  writtenOff: string[]
}

export const findPartInput = z.object({ code: plainLine(300).min(1, 'Scan or type a part') })

export const installPartInput = z.object({
  partId: rowId,
  unitId: rowId,
  slot: requiredLine('Choose a slot', 40),
  caseId: rowId.optional(),
})
export const removePartInput = z.object({
  partId: rowId,
  location: lineToChange(null),
  caseId: rowId.optional(),
})

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
  reservedFor: { id: string; number: string } | null
  installedIn: { unitId: string; unitNumber: string; slot: string; at: Date } | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export type PartList = ListPage<Part, Record<PartState, number>> & {
  toReorder: number
}

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
  /** The person who scanned or typed it; null without one. */
  by: string | null
  caseNumber: string | null
}

export interface FormerPart extends InstalledPart {
  removedAt: Date
  removedBy: string | null
  /** Number of the case in which it was removed. */
  removedIn: string | null
}

/** Present parts by slot, all slots, and former parts, latest first. */
export interface PartsOfUnit {
  slots: string[]
  parts: InstalledPart[]
  former: FormerPart[]
}

/** Parts of one type that a repair's agreed lines take from stock. */
export interface NeededParts {
  typeId: string
  typeName: string
  kind: PartKind
  wanted: number
  /** Neither reserved nor in the machine. */
  missing: number
  free: number
  onOrder: number
  expectedOn: string | null
  parts: { id: string; partNumber: string; serialNumber: string | null; state: PartState; location: string | null; slot: string | null }[]
}

export interface PartsOfCase {
  unitId: string | null
  unitNumber: string | null
  slots: string[]
  needed: NeededParts[]
}

export const ofCaseInput = z.object({ id: rowId })
export const ofUnitInput = z.object({ id: rowId })
