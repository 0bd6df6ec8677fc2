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

/** Single spare parts, and where they are (docs/decisions/024). */

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
