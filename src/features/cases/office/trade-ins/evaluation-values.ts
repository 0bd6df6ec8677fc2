import type { Control } from 'react-hook-form'
import type { Deduction } from '~/contracts/cases/deductions'
import type { Stored } from '~/components/form/conflict'
import type { Evaluation, EvaluationDraft, EvaluationValues } from '~/contracts/cases/evaluation'
import { checkItemLabels, checklistOf, checkResultLabels } from '~/contracts/cases/checklist'
import { conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { formatEuro } from '~/lib/money'

export type EvaluationControl = Control<EvaluationDraft, unknown, EvaluationValues>

/** As form values. */
export const draftDeduction = (deduction: Deduction): EvaluationDraft['deductions'][number] => ({
  ...deduction,
  amount: String(deduction.amount),
})

/** '30%' or '€25.00'. */
export const amountText = ({ kind, amount }: Pick<Deduction, 'kind' | 'amount'>): string =>
  kind === 'percent' ? `${amount.toLocaleString('en-GB')}%` : formatEuro(amount)

/** Adds every checklist item that fits the machine. */
export function toStored({ machine, values, version }: Evaluation): Stored<EvaluationValues> {
  const items = checklistOf(machine?.category ?? null)
  const others = values.checks.filter(({ item }) => !items.includes(item))
  const listed = items.map(
    (item) => values.checks.find((check) => check.item === item) ?? { item, result: 'not_checked' as const, note: '', internalNote: '' },
  )
  return { values: { machineId: null, ...values, checks: [...listed, ...others] }, version }
}

export const toDraft = ({ machineId, grade, checks, deductions, override }: EvaluationValues): EvaluationDraft => ({
  machineId: machineId ?? '',
  grade: grade ?? '',
  checks,
  deductions: deductions.map(draftDeduction),
  override: override && { ...override, value: String(override.value) },
})

export const compared = [
  { label: 'Grade found', write: ({ grade }: EvaluationValues) => (grade ? conditionLabels[grade] : 'None') },
  {
    label: 'Checklist',
    write: ({ checks }: EvaluationValues) =>
      checks
        .map(
          ({ item, result, note, internalNote }) =>
            `${checkItemLabels[item]}: ${checkResultLabels[result]}${note && `, ${note}`}${internalNote ? ` (internal: ${internalNote})` : ''}`,
        )
        .join('\n'),
  },
  {
    label: 'Deductions',
    write: ({ deductions }: EvaluationValues) =>
      deductions.map((deduction) => `${deduction.label}, ${amountText(deduction)}: ${deduction.explanation}`).join('\n'),
  },
  {
    label: 'Other value',
    write: ({ override }: EvaluationValues) =>
      override
        ? `${formatEuro(override.value)}: ${override.reason}${override.internalNote ? ` (internal: ${override.internalNote})` : ''}`
        : 'None',
  },
]
