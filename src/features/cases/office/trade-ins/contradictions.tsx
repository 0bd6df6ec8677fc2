import { useWatch } from 'react-hook-form'
import { FormNote } from '~/components/form/form-note'
import { checkItemLabels } from '~/contracts/cases/checklist'
import { contradictionsOf, type Contradiction } from '~/contracts/cases/evaluation'
import type { EvaluationControl } from './evaluation-values'

/** Facts that an offer states twice, and differently. */
export function Contradictions({ found, className = '' }: { found: readonly Contradiction[]; className?: string }) {
  if (found.length === 0) return null
  return (
    <FormNote tone="warn" role="status" className={className}>
      {found.map(({ item, reason }, index) => (
        <span key={`${index} ${reason}`} className="block">
          {checkItemLabels[item]} is OK, but there is a deduction for it: {reason}.
        </span>
      ))}
    </FormNote>
  )
}

/** The same of what is typed so far. */
export function TypedContradictions({ control }: { control: EvaluationControl }) {
  const [checks, deductions] = useWatch({ control, name: ['checks', 'deductions'] })
  return <Contradictions found={contradictionsOf({ checks, deductions })} className="sm:col-span-2" />
}
