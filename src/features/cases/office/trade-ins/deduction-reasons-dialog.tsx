import { useWatch, type Control } from 'react-hook-form'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { CENTS, NumberField } from '~/components/form/number-field'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import { OptionsDialog, type OptionsDefinition } from '~/components/record-form/options-dialog'
import { deductionKindLabels, deductionKinds, deductionReasonInput, type DeductionReason } from '~/contracts/cases/deductions'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { amountText } from './evaluation-values'

const kinds = deductionKinds.map((value) => ({ value, label: deductionKindLabels[value] }))

const fields = {
  explanation: { kind: 'text', label: 'Explanation for the customer', wide: true },
  isActive: { kind: 'flag', label: 'Offered' },
} as const

type Draft = z.input<typeof deductionReasonInput>
type Values = z.output<typeof deductionReasonInput>

function Fields({ control }: { control: Control<Draft, unknown, Values> }) {
  const kind = useWatch({ control, name: 'kind' })
  return (
    <>
      <TextField control={control} name="label" label="Reason" required autoComplete="off" className="sm:col-span-2" />
      <SelectField control={control} name="kind" label="Kind" options={kinds} />
      <NumberField
        control={control}
        name="amount"
        label="Amount"
        step="0.01"
        min={0}
        required
        decimals={kind === 'fixed' ? CENTS : undefined}
      />
      <DescribedFields control={control} fields={fields} />
    </>
  )
}

const definition: OptionsDefinition<DeductionReason, Draft, Values> = {
  title: 'Reasons for deductions',
  one: 'reason',
  many: 'reasons',
  kept: 'Deductions that were made with it stay as they are.',
  describe: ({ kind, amount, explanation }) => (
    <>
      {amountText({ kind, amount })}
      {kind === 'percent' && ' of the value'}
      {explanation && `: ${explanation}`}
    </>
  ),
  schema: deductionReasonInput,
  blank: { kind: 'fixed', label: '', explanation: '', amount: '', isActive: true },
  toDraft: ({ kind, label, explanation, amount, isActive }) => ({ kind, label, explanation, amount: String(amount), isActive }),
  Fields,
}

export function DeductionReasonsDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const changed = { onSettled: () => utils.tradeIns.deductionReasons.invalidate() }
  const save = trpc.tradeIns.saveDeductionReason.useMutation(changed)
  const remove = trpc.tradeIns.removeDeductionReason.useMutation(changed)
  return (
    <OptionsDialog
      definition={definition}
      options={trpc.tradeIns.deductionReasons.useQuery()}
      save={(values, known) => submit((idempotencyKey) => save.mutateAsync({ ...values, ...known, idempotencyKey }))}
      remove={remove.mutateAsync}
      onClose={onClose}
    />
  )
}
