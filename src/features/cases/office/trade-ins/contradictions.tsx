import { useFormContext, useWatch } from 'react-hook-form'
import { FormNote } from '~/components/form/form-note'
import { checkItemLabels, checkResultLabels } from '~/contracts/cases/checklist'
import { contradictionsOf, type Contradiction, type EvaluationDraft } from '~/contracts/cases/evaluation'
import type { EvaluationControl } from './evaluation-values'

interface ContradictionsProps {
  found: readonly Contradiction[]
  /** Sets the item to Fault; left out if nothing can be changed. */
  onFault?: (item: Contradiction['item']) => void
  className?: string
}

/** Facts that an offer states twice and differently. */
export function Contradictions({ found, onFault, className = '' }: ContradictionsProps) {
  if (found.length === 0) return null
  return (
    <FormNote tone="warn" role="status" className={className}>
      {found.map(({ item, reason }, index) => (
        <span key={`${index} ${reason}`} className="block">
          {checkItemLabels[item]} is OK, but there is a deduction for it: {reason}.{' '}
          {onFault && (
            <button type="button" onClick={() => onFault(item)} className="min-h-6 font-medium underline underline-offset-4">
              Set {checkItemLabels[item]} to {checkResultLabels.fault}
            </button>
          )}
        </span>
      ))}
    </FormNote>
  )
}

export function TypedContradictions({ control }: { control: EvaluationControl }) {
  const [checks, deductions] = useWatch({ control, name: ['checks', 'deductions'] })
  const { setValue } = useFormContext<EvaluationDraft>()
  const toFault = (item: Contradiction['item']) => {
    const index = checks.findIndex((check) => check.item === item)
    if (index !== -1) setValue(`checks.${index}.result`, 'fault', { shouldDirty: true, shouldValidate: true })
  }
  return <Contradictions found={contradictionsOf({ checks, deductions })} onFault={toFault} className="sm:col-span-2" />
}
