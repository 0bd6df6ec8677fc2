import * as z from 'zod'
import { decimalOrNull, lineOrNull, plainLine, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { listInput, searchText, type ListPage } from '~/contracts/list-page'
import { readRate } from '~/contracts/catalogue/hashrate'
import { machineCategory } from './machines'

const LARGEST_RATE = 999_999_999.999
const LARGEST_POWER = 1_000_000
const MOST_BOARDS = 64
const MOST_CHIPS = 10_000
const WEEK_MINUTES = 10_080
const MOST_STEPS = 30

const NO_HASHRATE = 'A hashrate such as 110 TH/s'

/** '110 TH/s' as stored number and unit. */
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

/** Steps as a list, or separated by commas. */
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
  /** Nominal, '110 TH/s'; models of one maker and name may differ in it. */
  hashrate,
  /** Nominal watts. */
  powerWatts: wholeOrNull('Power', LARGEST_POWER),
  boards: wholeOrNull('Boards', MOST_BOARDS),
  chipsPerBoard: wholeOrNull('Chips per board', MOST_CHIPS),
  /** Steps of refurbishment in addition to the common ones. */
  checklist,
  /** Least minutes of the load test. */
  loadTestMinutes: wholeOrNull('Load test', WEEK_MINUTES).transform((minutes) => minutes ?? 60),
  /** Percent that a reading may differ from the nominal values in a unit ready for sale. */
  tolerancePercent: decimalOrNull({ name: 'Tolerance', highest: 100, tooHigh: 'At most 100', decimals: 1, tooFine: 'At most one decimal' })
    .optional()
    .transform((percent) => percent ?? 5),
  isActive: z.boolean().default(true),
})
export type ModelInput = z.output<typeof modelInput>

export const createModelInput = modelInput.extend(withIdempotencyKey)
export const updateModelInput = modelInput.extend({ id: rowId, version: rowVersion.optional() })

export const modelIdInput = z.object({ id: rowId })

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

/** Rows that refer to a model, and the other spellings that lead to it. */
export interface ModelUses {
  products: number
  machines: number
  units: number
  spellings: string[]
}

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
  machineId: string | null
}
