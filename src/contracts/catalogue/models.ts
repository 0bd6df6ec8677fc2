import * as z from 'zod'
import { decimalOrNull, lineOrNull, plainLine, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { listInput, searchText, type ListPage } from '~/contracts/list-page'
import { readRate } from '~/contracts/catalogue/hashrate'
import { machineCategory } from './machines'

/** Models: what products, trade-in machines and units of the same maker and name have in common. */

const LARGEST_RATE = 999_999_999.999
const LARGEST_POWER = 1_000_000
/** As many as a reading may name. */
const MOST_BOARDS = 64
const MOST_CHIPS = 10_000
const WEEK_MINUTES = 10_080
const MOST_STEPS = 30

const NO_HASHRATE = 'A hashrate such as 110 TH/s'

/** The number and the unit of '110 TH/s', as they are stored. */
export function rateAndUnit(text: string | null): { hashrate: number; hashrateUnit: string } | null {
  const rate = text === null ? null : readRate(text)
  return rate && { hashrate: rate.figure, hashrateUnit: rate.unit }
}

const hashrate = lineOrNull.refine((text) => {
  if (text === null) return true
  const rate = rateAndUnit(text)?.hashrate ?? 0
  return rate > 0 && rate <= LARGEST_RATE
}, NO_HASHRATE)

const wholeOrNull = (name: string, highest: number) =>
  decimalOrNull({ name, highest, tooHigh: 'Too large a number', decimals: 0, tooFine: 'Must be a whole number' })
    .optional()
    .transform((number) => number ?? null)

/** Steps as a list, or with commas between them. */
const checklist = z
  .union([z.string().max(10_000), z.array(z.string().max(300)).max(300)], { error: 'Must be a list of steps' })
  .default([])
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((step) => step.trim()).filter((step) => step !== ''))
  .refine((steps) => steps.length <= MOST_STEPS, { error: `At most ${MOST_STEPS} steps`, abort: true })
  .pipe(z.array(plainLine(200)))

export const modelInput = z.object({
  manufacturer: requiredLine('Manufacturer is required'),
  model: requiredLine('Model is required'),
  category: machineCategory,
  algorithm: lineOrNull,
  /** Nominal: '110 TH/s'. Models of one maker and name may differ in it. */
  hashrate,
  /** Nominal, in watts. */
  powerWatts: wholeOrNull('Power', LARGEST_POWER),
  boards: wholeOrNull('Boards', MOST_BOARDS),
  chipsPerBoard: wholeOrNull('Chips per board', MOST_CHIPS),
  /** Steps of its refurbishment beside those that all have. */
  checklist,
  /** How long its load test takes at least. */
  loadTestMinutes: wholeOrNull('Load test', WEEK_MINUTES).transform((minutes) => minutes ?? 60),
  /** How far a reading may be from the nominal values of one that is ready for sale, in per cent. */
  tolerancePercent: decimalOrNull({ name: 'Tolerance', highest: 100, tooHigh: 'At most 100', decimals: 1, tooFine: 'At most one decimal' })
    .optional()
    .transform((percent) => percent ?? 5),
  isActive: z.boolean().default(true),
})
export type ModelInput = z.output<typeof modelInput>

export const createModelInput = modelInput.extend(withIdempotencyKey)
export const updateModelInput = modelInput.extend({ id: rowId, version: rowVersion.optional() })

export const modelIdInput = z.object({ id: rowId })

/** `merge` becomes another spelling of `keep`. */
export const mergeModelsInput = z
  .object({ keep: rowId, merge: rowId })
  .refine(({ keep, merge }) => keep.toLowerCase() !== merge.toLowerCase(), { path: ['keep'], error: 'Choose another model' })

export const suggestModelsInput = z.object({ search: searchText })

export const modelStatuses = ['active', 'inactive'] as const
export type ModelStatus = (typeof modelStatuses)[number]
export const modelSorts = ['name', '-name', '-created', 'created'] as const
export type ModelSort = (typeof modelSorts)[number]

export const modelListInput = listInput.extend({
  status: z.enum(modelStatuses).optional(),
  sort: z.enum(modelSorts).default('name'),
})
export type ModelListInput = z.output<typeof modelListInput>

export interface Model extends ModelInput {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

export type ModelList = ListPage<Model, Record<ModelStatus, number>>

/** Rows of a model, and the other spellings that lead to it. */
export interface ModelUses {
  products: number
  machines: number
  units: number
  spellings: string[]
}

/** A model as a form is filled by it; figures are written as products and trade-in machines have them, null where not known. */
export interface SuggestedModel {
  id: string
  manufacturer: string
  model: string
  category: string
  algorithm: string | null
  /** '110 TH/s' */
  hashrate: string | null
  /** '3250W' */
  power: string | null
  /** '29.5 J/TH' */
  efficiency: string | null
  /** The machine of the trade-in catalogue that is one of it. */
  machineId: string | null
}
