import * as z from 'zod'
import { chosenRows, HAS_EXPECTED, hasExpected, ONE_CHOICE, oneChoice, type BulkResult } from '~/contracts/bulk-inputs'
import { decimalOf } from '~/contracts/fields'
import { machineListInput } from './machines'
import { conditionGrades, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'

const LOWEST_PERCENT = -90
const HIGHEST_PERCENT = 500

const percent = z
  .union([z.number(), z.string().trim().min(1, 'Percent is required').max(20)], { error: 'Percent is required' })
  .transform(decimalOf)
  .pipe(
    z
      .number({ error: 'Percent must be a number' })
      .min(LOWEST_PERCENT, `At least ${LOWEST_PERCENT} percent`)
      .max(HIGHEST_PERCENT, `At most ${HIGHEST_PERCENT} percent`)
      .refine((value) => Number(value.toFixed(4)) === value, 'At most four decimals'),
  )

export const adjustmentFields = z.object({
  percent,
  /** Left out: all four. */
  grades: z
    .array(z.enum(conditionGrades))
    .min(1, 'Choose at least one grade')
    .transform((grades) => [...new Set(grades)])
    .default([...conditionGrades]),
})

const machineViewInput = machineListInput.omit({ cursor: true, limit: true, sort: true })

const adjustment = adjustmentFields.extend(chosenRows(machineViewInput))

export const previewAdjustmentInput = adjustment.refine(oneChoice, ONE_CHOICE)

export const adjustValuesInput = adjustment
  .extend({
    /** With `all`: the preview's `stamp`; if a machine of the view has changed since, nothing is changed. */
    stamp: z.string().max(64).optional(),
  })
  .refine(oneChoice, ONE_CHOICE)
  .refine(hasExpected, HAS_EXPECTED)

/** EUR. */
export type GradeValues = Record<ConditionGrade, number>

export interface AdjustedMachine {
  id: string
  name: string
  version: number
  before: GradeValues
  /** EUR, in cents, rounded half up. */
  after: GradeValues
}

export interface AdjustmentPreview {
  rows: AdjustedMachine[]
  matching: number
  stamp: string
}

export type AdjustmentResult = BulkResult
