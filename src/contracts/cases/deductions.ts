import * as z from 'zod'
import { decimalOrNull, plainText, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'

/** Deductions from the value of a traded-in machine: the reasons, the deductions, and what is left. */

export const deductionKinds = ['fixed', 'percent'] as const
export type DeductionKind = (typeof deductionKinds)[number]
export const deductionKindLabels: Record<DeductionKind, string> = { fixed: 'EUR', percent: '% of the value' }
export const MOST_DEDUCTIONS = 30
export const MOST_REASONS = 100

const HIGHEST_DEDUCTION = 9_999_999.99
const HIGHEST_PERCENT = 100

const deductionFields = {
  label: requiredLine('Reason is required'),
  kind: z.enum(deductionKinds),
  /** EUR, or per cent of the value of the grade. */
  amount: decimalOrNull({
    name: 'Amount',
    highest: HIGHEST_DEDUCTION,
    tooHigh: 'At most 9,999,999.99',
    decimals: 2,
    tooFine: 'At most two decimals',
  }).pipe(z.number({ error: 'Amount is required' })),
}

export const LONGEST_EXPLANATION = 1000
export const explanation = plainText(LONGEST_EXPLANATION).transform((text) => text.trim())

/** No more than all of it can be taken off. */
const atMostAll = z.refine<{ kind: DeductionKind; amount: number }>(({ kind, amount }) => kind === 'fixed' || amount <= HIGHEST_PERCENT, {
  path: ['amount'],
  error: `At most ${HIGHEST_PERCENT}%`,
})

/** A deduction, in words for the customer; words and amount are copies of the reason's, and may be changed. */
export const deductionInput = z
  .object({
    /** Of the table of reasons; null where it is gone from there. */
    reasonId: rowId.nullable().default(null),
    ...deductionFields,
    explanation: explanation.refine((text) => text !== '', 'Explain the deduction to the customer'),
  })
  .check(atMostAll)
export type Deduction = z.output<typeof deductionInput>

export const deductionReasonInput = z
  .object({ ...deductionFields, explanation: explanation.default(''), isActive: z.boolean().default(true) })
  .check(atMostAll)
export type DeductionReasonInput = z.output<typeof deductionReasonInput>

/** With an id a reason is changed, without one it is added at the end. */
export const saveDeductionReasonInput = deductionReasonInput.safeExtend({
  id: rowId.optional(),
  version: rowVersion.optional(),
  ...withIdempotencyKey,
})
export const removeDeductionReasonInput = z.object({ id: rowId, version: rowVersion.optional() })

export interface DeductionReason extends DeductionReasonInput {
  id: string
  version: number
}

function toCents(amount: number): bigint {
  const cents = Math.round(amount * 100)
  return Number.isFinite(cents) ? BigInt(cents) : 0n
}

/** A deduction in cents: per cent are of the value of the grade, half a cent rounded up. */
function deductedCents(baseCents: bigint, { kind, amount }: Pick<Deduction, 'kind' | 'amount'>): bigint {
  const hundredths = toCents(amount)
  return kind === 'fixed' ? hundredths : (baseCents * hundredths + 5000n) / 10_000n
}

/** One deduction from a value, in EUR. @param base the value of the grade in EUR */
export const deductedAmount = (base: number, deduction: Pick<Deduction, 'kind' | 'amount'>): number =>
  Number(deductedCents(toCents(base), deduction)) / 100

/**
 * The value of the grade found less the deductions, in EUR: never below 0, and the same in whichever order they stand, since
 * each is of the whole value. @param base the value of the grade in EUR
 */
export function valueAfterDeductions(base: number, deductions: readonly Pick<Deduction, 'kind' | 'amount'>[]): number {
  const baseCents = toCents(base)
  const left = deductions.reduce((cents, deduction) => cents - deductedCents(baseCents, deduction), baseCents)
  return left > 0n ? Number(left) / 100 : 0
}
