import { useController, useWatch } from 'react-hook-form'
import { EuroField } from '~/components/form/number-field'
import { TextField } from '~/components/form/text-field'
import { Checkbox } from '~/components/ui/checkbox'
import { deductedAmount, valueAfterDeductions } from '~/contracts/cases/deductions'
import { conditionGrades, conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { decimalOf } from '~/contracts/fields'
import { formatEuro } from '~/lib/money'
import { readByCustomer } from './read-by-customer'
import { amountText, type EvaluationControl } from './evaluation-values'

interface ValueStepsProps {
  control: EvaluationControl
  values: Record<(typeof conditionGrades)[number], number> | null
  /** EUR; null without a quote. */
  quotedValue: number | null
  /** EUR; above it a second administrator approves. */
  limit: number
}

/** Steps to the offered value while typing, beside the quoted value. */
export function ValueSteps({ control, values, quotedValue, limit }: ValueStepsProps) {
  const [typedGrade, typed, another] = useWatch({ control, name: ['grade', 'deductions', 'override'] })
  const grade = conditionGrades.find((known) => known === typedGrade)
  const base = grade && values ? values[grade] : null
  const deductions = typed.map(({ label, kind, amount }) => ({ label, kind, amount: decimalOf(amount ?? '') }))
  const computed = base === null ? null : valueAfterDeductions(base, deductions)
  const isTooMuch = base !== null && deductions.reduce((left, each) => left - deductedAmount(base, each), base) < 0
  const offered = another ? decimalOf(another.value ?? '') : computed
  return (
    <div className="min-w-0 rounded-lg bg-surface-muted p-4 sm:col-span-2">
      {(base === null || !grade) && (
        <p className="text-sm text-ink-muted">
          {values ? 'Choose the grade that was found' : 'Choose the machine and the grade that was found'}, or enter another value with a
          reason.
        </p>
      )}
      {base !== null && grade && (
        <dl className="flex flex-col gap-1.5 text-sm">
          <Step label={`Value in condition ${conditionLabels[grade]}`} amount={formatEuro(base)} />
          {deductions.map((deduction, index) => (
            <Step
              key={`${index} ${deduction.label}`}
              label={`${deduction.label || 'Deduction'}${deduction.kind === 'percent' ? ` (${amountText(deduction)} of the value)` : ''}`}
              amount={`−${formatEuro(deductedAmount(base, deduction))}`}
            />
          ))}
          {isTooMuch && <Step label="Never below nothing" amount={formatEuro(0)} />}
          {another && computed !== null && <Step label="By the evaluation" amount={formatEuro(computed)} />}
        </dl>
      )}
      <OtherValue control={control} />
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line pt-3">
        <span className="font-medium text-ink">Value to offer</span>
        <output aria-label="Value to offer" className="text-lg font-semibold text-ink tabular-nums">
          {offered === null || !Number.isFinite(offered) ? 'Not set' : formatEuro(offered)}
        </output>
      </div>
      <Quoted quotedValue={quotedValue} offered={offered} />
      {offered !== null && offered > limit && (
        <p className="mt-2 text-sm font-medium text-warn-ink">
          More than the {formatEuro(limit)} that one administrator may still offer this customer alone: a second one must approve the offer
          before it is sent.
        </p>
      )}
    </div>
  )
}

const Step = ({ label, amount }: { label: string; amount: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="min-w-0 wrap-anywhere text-ink-muted">{label}</dt>
    <dd className="whitespace-nowrap text-ink tabular-nums">{amount}</dd>
  </div>
)

/** The quoted value, and the difference found by the inspection. */
function Quoted({ quotedValue, offered }: { quotedValue: number | null; offered: number | null }) {
  if (quotedValue === null) return <p className="text-sm text-ink-muted">Nothing was quoted</p>
  const difference = offered === null ? null : Math.round((offered - quotedValue) * 100) / 100
  const sign = difference !== null && difference > 0 ? '+' : '−'
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      Quoted {formatEuro(quotedValue)}
      {difference !== null && Number.isFinite(difference) && (
        <>, {difference === 0 ? 'as inspected' : `inspected ${sign}${formatEuro(Math.abs(difference))}`}</>
      )}
    </p>
  )
}

/** A value that overrides the evaluation, with its reason. */
function OtherValue({ control }: { control: EvaluationControl }) {
  const {
    field: { value, onChange, onBlur },
  } = useController({ control, name: 'override' })
  const isOn = value !== null
  return (
    <div className="mt-3">
      <label className="flex min-h-9 w-fit cursor-pointer items-center gap-2.5 text-sm font-medium text-ink">
        <Checkbox
          checked={isOn}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.checked ? { value: '', reason: '', internalNote: '' } : null)}
        />
        Offer another value
      </label>
      {isOn && (
        <div className="mt-2 grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <EuroField control={control} name="override.value" label="Other value" min={0} required />
          <TextField
            control={control}
            name="override.reason"
            label="Reason for another value, for the customer"
            hint="Stands in the offer, word for word."
            required
            autoComplete="off"
            className={`pl-3 ${readByCustomer}`}
          />
          <TextField
            control={control}
            name="override.internalNote"
            label="Internal note"
            hint="For the desk and a second administrator. The customer never sees it."
            autoComplete="off"
            className="sm:col-span-2"
          />
        </div>
      )}
    </div>
  )
}
