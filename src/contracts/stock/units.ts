import * as z from 'zod'
import type { OtherCase } from '~/contracts/case-ref'
import {
  amountOrNull,
  lineOrNull,
  lineToChange,
  optionalLine,
  optionalText,
  plainLine,
  plainText,
  rowId,
  rowVersion,
  serialLine,
  textToChange,
  withIdempotencyKey,
} from '~/contracts/fields'
import { serialKey, serialText } from '~/contracts/numbers'
import { listInput, listPosition, type ListPage } from '~/contracts/list-page'
import { chosenRows, HAS_EXPECTED, hasExpected, ONE_CHOICE, oneChoice } from '~/contracts/bulk-inputs'
import type { Customer } from '~/contracts/status-inputs'
import { unitStates, type UnitState } from '~/contracts/statuses'

export const unitOwners = ['customer', 'company'] as const
export type UnitOwner = (typeof unitOwners)[number]

export const unitStateWords: Record<UnitState, { label: string; about: string }> = {
  with_customer: { label: 'With customer', about: 'Its owner has it.' },
  awaited: { label: 'Expected', about: 'Its owner is to send or bring it.' },
  quarantined: { label: 'Here for a case', about: 'In the house for its owner, apart from the stock.' },
  bought: { label: 'Bought', about: 'The company has bought it, and is to refurbish it.' },
  refurbishing: { label: 'Refurbishing', about: 'It is made ready for sale.' },
  ready: { label: 'Ready', about: 'It can be offered.' },
  listed: { label: 'Listed', about: 'It is offered under a product.' },
  sold: { label: 'Sold', about: 'It was dispatched to its buyer.' },
  returned: { label: 'Returned', about: 'Its buyer has sent it back.' },
  scrapped: { label: 'Scrapped', about: 'It is taken apart or thrown away.' },
}

export const unitMoves: Record<UnitState, readonly UnitState[]> = {
  // A machine that came back for a repair may turn out to be a return.
  with_customer: ['awaited', 'quarantined', 'returned', 'bought', 'scrapped'],
  awaited: ['with_customer', 'quarantined', 'returned', 'bought', 'scrapped'],
  quarantined: ['with_customer', 'awaited', 'returned', 'bought', 'scrapped'],
  // Setting a trade-in back makes it the customer's again.
  bought: ['refurbishing', 'sold', 'quarantined', 'scrapped'],
  refurbishing: ['bought', 'ready', 'sold', 'quarantined', 'scrapped'],
  ready: ['refurbishing', 'listed', 'sold', 'quarantined', 'scrapped'],
  listed: ['ready', 'refurbishing', 'sold', 'quarantined', 'scrapped'],
  sold: ['returned', 'ready', 'listed', 'with_customer', 'awaited', 'quarantined', 'bought'],
  returned: ['refurbishing', 'ready', 'sold', 'with_customer', 'quarantined', 'bought', 'scrapped'],
  scrapped: ['quarantined', 'bought'],
}

export const mayMove = (from: UnitState, to: UnitState): boolean => from === to || unitMoves[from].includes(to)

/** Only machines of the company can have these (a constraint of the table). */
export const stockStates = ['bought', 'refurbishing', 'ready', 'listed'] as const satisfies UnitState[]
export const isStock = (state: UnitState): boolean => stockStates.some((each) => each === state)

/** Set by hand; work, listing and sale set the others. */
const byHand: Record<UnitOwner, readonly UnitState[]> = {
  customer: ['with_customer', 'awaited', 'quarantined', 'scrapped'],
  // Sold elsewhere; the shop's own sales are dispatched.
  company: ['bought', 'sold', 'scrapped'],
}
export const movesByHand = ({ owner, state }: { owner: UnitOwner; state: UnitState }): UnitState[] =>
  byHand[owner].filter((each) => each !== state && mayMove(state, each))

/** Texts for a missing serial number, as keys. */
const NO_SERIAL = new Set([
  'NA',
  'N0NE',
  'N0',
  'N1L',
  'NU11',
  'NULL',
  'UNKN0WN',
  'N0TKN0WN',
  'N0SER1AL',
  'N0SER1ALNUMBER',
  'UNREADABLE',
  'N0TREADABLE',
  'M1SS1NG',
  'TBC',
  'TBA',
])

/** Null without a usable serial number, and for words such as 'n/a'. */
export function knownSerial(serial: string | null | undefined): string | null {
  const key = serialKey(serial)
  return key === null || NO_SERIAL.has(key) ? null : serialText(serial ?? '')
}

const serialNumber = serialLine.nullish().transform((typed) => typed || null)
const ownerFields = {
  owner: z.enum(unitOwners).default('customer'),
  userId: z.union([z.literal('').transform(() => null), z.null(), rowId], { error: 'Not a valid id' }).default(null),
}
const NO_USER = { path: ['userId'], message: 'The company’s own machine has no customer' }
const hasNoUser = ({ owner, userId }: { owner?: UnitOwner | undefined; userId?: string | null | undefined }) =>
  owner !== 'company' || !userId

export const createUnitInput = z
  .object({
    manufacturer: optionalLine,
    model: optionalLine,
    serialNumber,
    modelId: z.union([z.literal('').transform(() => null), z.null(), rowId], { error: 'Not a valid id' }).default(null),
    ...ownerFields,
    location: lineOrNull,
    cost: amountOrNull('Cost').default(null),
    notes: optionalText,
    ...withIdempotencyKey,
  })
  .refine(({ model, serialNumber: serial }) => model !== '' || serial !== null, {
    path: ['model'],
    error: 'Say at least the model or the serial number',
  })
  .refine(hasNoUser, NO_USER)

/** Fields left out stay. */
export const updateUnitInput = z
  .object({
    id: rowId,
    version: rowVersion.optional(),
    manufacturer: lineToChange(''),
    model: lineToChange(''),
    serialNumber: serialLine
      .nullable()
      .transform((typed) => typed || null)
      .optional(),
    modelId: z.union([z.literal('').transform(() => null), z.null(), rowId], { error: 'Not a valid id' }).optional(),
    /** Moves by hand only. */
    state: z.enum(unitStates).optional(),
    owner: z.enum(unitOwners).optional(),
    userId: z.union([z.literal('').transform(() => null), z.null(), rowId], { error: 'Not a valid id' }).optional(),
    location: lineToChange(null),
    cost: amountOrNull('Cost').optional(),
    notes: textToChange,
  })
  .refine(hasNoUser, NO_USER)

const unitSorts = ['-created', 'created'] as const
export type UnitSort = (typeof unitSorts)[number]

export const unitListInput = listInput.extend({
  state: z.enum(unitStates).optional(),
  owner: z.enum(unitOwners).optional(),
  modelId: rowId.optional(),
  /** A whole name; case is ignored. */
  location: plainLine(200).min(1).optional(),
  sort: z.enum(unitSorts).default('-created'),
})
export type UnitListInput = z.output<typeof unitListInput>

/** Unit number, serial number, or an address on the shop's papers. */
export const findUnitInput = z.object({ code: plainLine(300).min(1, 'Scan or type a machine') })

export const unitNumberInput = z.object({ number: plainText(50).min(1) })

/** `merge` is the same machine as `keep`; its history stays separate and is shown with the other's. */
export const mergeUnitsInput = z
  .object({ keep: rowId, merge: rowId })
  .refine(({ keep, merge }) => keep.toLowerCase() !== merge.toLowerCase(), { path: ['merge'], error: 'Choose another machine' })

export const unmergeUnitInput = z.object({ id: rowId })

export const unitTimelineInput = z.object({ id: rowId, ...listPosition })

/** '' removes the place. */
export const changeUnitsInput = z
  .object({ location: lineOrNull })
  .extend(chosenRows(unitListInput.omit({ cursor: true, limit: true, sort: true })))
  .refine(oneChoice, ONE_CHOICE)
  .refine(hasExpected, HAS_EXPECTED)

export interface Unit {
  id: string
  unitNumber: string
  modelId: string | null
  manufacturer: string
  model: string
  serialNumber: string | null
  owner: UnitOwner
  userId: string | null
  /** How the owner got it: by a case, or by an order line. */
  ownerCaseId: string | null
  ownerLineId: string | null
  /** Null fields for the company's, and for an unknown customer. */
  customer: Customer
  state: UnitState
  location: string | null
  /** EUR paid by the company. */
  cost: number | null
  productId: string | null
  notes: string | null
  mergedInto: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export type UnitList = ListPage<Unit, Record<UnitState, number>> & {
  inStock: number
  here: number
}

interface NamedUnit {
  id: string
  unitNumber: string
}

export interface UnitPage {
  unit: Unit
  deviceModel: { id: string; manufacturer: string; name: string } | null
  product: { id: string; name: string } | null
  /** The record that replaces it, and merged ones. */
  keep: NamedUnit | null
  merged: (NamedUnit & Pick<Unit, 'manufacturer' | 'model' | 'serialNumber'>)[]
  /** Of this and merged records: open ones and the newest first. */
  cases: UnitCase[]
  isDisputed: boolean
}

export type UnitCase = OtherCase & { customer: Customer; userId: string | null }

export interface UnitOfCase {
  unit: Unit
  cases: UnitCase[]
  isDisputed: boolean
}

/** 'Bitmain Antminer S19'; 'Unknown machine' without maker and model. */
export const unitName = ({ manufacturer, model }: Pick<Unit, 'manufacturer' | 'model'>): string =>
  `${manufacturer} ${model}`.trim() || 'Unknown machine'
