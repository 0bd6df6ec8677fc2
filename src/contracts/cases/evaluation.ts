import * as z from 'zod'
import { amountOrNull, requiredLine, rowId } from '~/contracts/fields'
import { conditionGrades, gradeValues, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { MachineSnapshot } from './trade-in-inputs'
import { MOST_DEDUCTIONS, LONGEST_EXPLANATION, deductionInput, explanation, valueAfterDeductions } from './deductions'
import { checkItemOfReason, checkItems, checkInput, type Check, type CheckItem } from './checklist'
import type { Offer } from './offers'

/** A value that overrides grade and deductions. */
const override = z.object({
  value: amountOrNull('Value').pipe(z.number({ error: 'Value is required' })),
  reason: requiredLine('Give a reason for another value', LONGEST_EXPLANATION),
  /** For staff; left out it stays. */
  internalNote: explanation.optional(),
})

const machineId = z.union([rowId, z.literal('').transform(() => null), z.null()])
const checks = z
  .array(checkInput)
  .max(checkItems.length)
  .refine((list) => new Set(list.map(({ item }) => item)).size === list.length, 'Each item once')
const deductions = z.array(deductionInput).max(MOST_DEDUCTIONS, `At most ${MOST_DEDUCTIONS} deductions`)

export const evaluationInput = z.object({
  /** For a trade-in without a quoted machine; copies the catalogue's present values. */
  machineId,
  grade: z.union([z.enum(conditionGrades), z.literal('').transform(() => null), z.null()]),
  checks,
  deductions,
  override: override.nullable(),
})
export type EvaluationDraft = z.input<typeof evaluationInput>
export type EvaluationValues = z.output<typeof evaluationInput>

export const evaluationOf = z.object({ id: rowId })

export const saveEvaluationInput = evaluationInput.extend({
  /** The trade-in's. */
  id: rowId,
  /** The draft's; 0 for none. Left out: replaces any draft. */
  version: z.int().nonnegative().optional(),
  machineId: machineId.default(null),
  checks: checks.default([]),
  deductions: deductions.default([]),
  override: override.nullable().default(null),
})

/** EUR at the time of quoting; null without a machine or a grade. */
export const valueOfGrade = (machine: MachineSnapshot, grade: ConditionGrade | null): number | null =>
  machine === null || grade === null ? null : gradeValues(machine)[grade]

/** EUR; null without a grade's value and without an override. */
export function offeredValue(
  base: number | null,
  { deductions, override: another }: Pick<EvaluationValues, 'deductions' | 'override'>,
): number | null {
  if (another !== null) return another.value
  return base === null ? null : valueAfterDeductions(base, deductions)
}

/** A deduction for an item that the checklist marks OK. */
export interface Contradiction {
  item: CheckItem
  reason: string
}

/** In the order of the deductions; customers would read both. */
export function contradictionsOf({
  checks,
  deductions,
}: {
  checks: readonly Pick<Check, 'item' | 'result'>[]
  deductions: readonly { label: string }[]
}): Contradiction[] {
  return deductions.flatMap(({ label }) => {
    const item = checkItemOfReason(label)
    return item !== null && checks.some((check) => check.item === item && check.result === 'ok') ? [{ item, reason: label }] : []
  })
}

/** A machine of a request that is evaluated and offered together with others. */
export interface TogetherMachine {
  id: string
  number: string
  device: string
  serialNumber: string | null
  /** The customer's grade, and the evaluated one. */
  grade: ConditionGrade | null
  foundGrade: ConditionGrade | null
  /** EUR by grade, less the deductions so far; null for a machine that is not in the catalogue. */
  values: { grade: ConditionGrade; value: number | null }[]
  category: string | null
  /** The evaluation was begun; its notes are kept. */
  evaluated: boolean
  /** The draft's; 0 for none. */
  version: number
  draft: number | null
  state: Offer['state'] | null
  isWaiting: boolean
}

export interface Evaluation {
  machine: MachineSnapshot
  values: Omit<EvaluationValues, 'machineId'>
  /** EUR; null without a quote. */
  quotedValue: number | null
  /** EUR: the accepted offer, or an amount that an administrator set. */
  finalValue: number | null
  /** The draft's; 0 for none. */
  version: number
  /** Newest first. */
  offers: Offer[]
  /** EUR; above it a second administrator approves. */
  limit: number
  recipient: string | null
}
