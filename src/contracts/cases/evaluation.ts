import * as z from 'zod'
import { amountOrNull, requiredLine, rowId } from '~/contracts/fields'
import { conditionGrades, gradeValues, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { MachineSnapshot } from './trade-in-inputs'
import { MOST_DEDUCTIONS, LONGEST_EXPLANATION, deductionInput, explanation, valueAfterDeductions } from './deductions'
import { checkItemOfReason, checkItems, checkInput, type Check, type CheckItem } from './checklist'
import type { Offer } from './offers'

/** The evaluation of a traded-in machine: its checklist, grade, deductions and value. */

/** Another value than the one that follows from grade and deductions, with its reason. */
const override = z.object({
  value: amountOrNull('Value').pipe(z.number({ error: 'Value is required' })),
  /** For the customer. */
  reason: requiredLine('Give a reason for another value', LONGEST_EXPLANATION),
  /** For staff alone; left out: as it was. */
  internalNote: explanation.optional(),
})

const machineId = z.union([rowId, z.literal('').transform(() => null), z.null()])
const checks = z
  .array(checkInput)
  .max(checkItems.length)
  .refine((list) => new Set(list.map(({ item }) => item)).size === list.length, 'Each item once')
const deductions = z.array(deductionInput).max(MOST_DEDUCTIONS, `At most ${MOST_DEDUCTIONS} deductions`)

export const evaluationInput = z.object({
  /** A machine of the catalogue, for a trade-in that was not quoted from it; its values of now are kept. */
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
  /** The draft's; 0 where there was none. Without one whatever is there is replaced. */
  version: z.int().nonnegative().optional(),
  machineId: machineId.default(null),
  checks: checks.default([]),
  deductions: deductions.default([]),
  override: override.nullable().default(null),
})

/** The value of a grade in EUR as the machine was quoted; null without a machine or a grade. */
export const valueOfGrade = (machine: MachineSnapshot, grade: ConditionGrade | null): number | null =>
  machine === null || grade === null ? null : gradeValues(machine)[grade]

/** The value on offer, in EUR; null while there is neither a value of the grade nor another value. */
export function offeredValue(
  base: number | null,
  { deductions, override: another }: Pick<EvaluationValues, 'deductions' | 'override'>,
): number | null {
  if (another !== null) return another.value
  return base === null ? null : valueAfterDeductions(base, deductions)
}

/** A deduction for what the checklist says is well. */
export interface Contradiction {
  item: CheckItem
  reason: string
}

/** Deductions that the customer would read beside an OK for the same item, in the order of the deductions. */
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

/** A machine of a request, as it is evaluated and offered together with the others. */
export interface TogetherMachine {
  id: string
  number: string
  device: string
  serialNumber: string | null
  /** The grade that its customer gives, and the one that was found. */
  grade: ConditionGrade | null
  foundGrade: ConditionGrade | null
  /** EUR on offer in each grade, less the deductions so far; null where the catalogue does not know the machine. */
  values: { grade: ConditionGrade; value: number | null }[]
  category: string | null
  /** Somebody has begun with it: what they noted is kept. */
  evaluated: boolean
  /** The draft's; 0 without one. */
  version: number
  /** EUR of the offer that can be sent. */
  draft: number | null
  /** Of its newest offer. */
  state: Offer['state'] | null
  /** It waits for a second administrator. */
  isWaiting: boolean
}

/** All that a trade-in's page shows of its evaluation. */
export interface Evaluation {
  /** As it was when the value was quoted, or chosen by the evaluation. */
  machine: MachineSnapshot
  /** As the evaluation stands: what has been saved last. */
  values: Omit<EvaluationValues, 'machineId'>
  /** EUR; null where nothing was quoted. */
  quotedValue: number | null
  /** EUR, the trade-in's final value: the accepted offer, or the amount that an administrator has set. */
  finalValue: number | null
  /** The draft's version; 0 without a draft. */
  version: number
  /** Newest first. */
  offers: Offer[]
  /** EUR; more needs a second administrator. */
  limit: number
  /** The customer's address; null where the trade-in has no customer with one. */
  recipient: string | null
}
