import * as z from 'zod'
import { decimalOrNull, plainText, requiredLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'

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
  /** EUR, or percent of the grade's value. */
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

/** At most 100 percent. */
const atMostAll = z.refine<{ kind: DeductionKind; amount: number }>(({ kind, amount }) => kind === 'fixed' || amount <= HIGHEST_PERCENT, {
  path: ['amount'],
  error: `At most ${HIGHEST_PERCENT}%`,
})

/** Words and amount are copied from the reason, and can be changed; customers read the words. */
export const deductionInput = z
  .object({
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

/** Without an id it is added at the end. */
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

/** Half a cent is rounded up. */
function deductedCents(baseCents: bigint, { kind, amount }: Pick<Deduction, 'kind' | 'amount'>): bigint {
  const hundredths = toCents(amount)
  return kind === 'fixed' ? hundredths : (baseCents * hundredths + 5000n) / 10_000n
}

/** EUR. @param base the grade's value in EUR */
export const deductedAmount = (base: number, deduction: Pick<Deduction, 'kind' | 'amount'>): number =>
  Number(deductedCents(toCents(base), deduction)) / 100

/** EUR, at least 0. Each deduction is of the whole value, so their order does not matter. @param base the grade's value in EUR */
export function valueAfterDeductions(base: number, deductions: readonly Pick<Deduction, 'kind' | 'amount'>[]): number {
  const baseCents = toCents(base)
  const left = deductions.reduce((cents, deduction) => cents - deductedCents(baseCents, deduction), baseCents)
  return left > 0n ? Number(left) / 100 : 0
}
