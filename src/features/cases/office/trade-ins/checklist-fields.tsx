import { useWatch, type UseFieldArrayReturn } from 'react-hook-form'
import { ListFault } from '~/components/form/field-frame'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import type { EvaluationDraft } from '~/contracts/cases/evaluation'
import { checkItemLabels, checkResultLabels, checkResults } from '~/contracts/cases/checklist'
import { CheckPictures } from './check-pictures'
import type { EvaluationControl } from './evaluation-values'

const results = checkResults.map((value) => ({ value, label: checkResultLabels[value] }))

interface ChecklistFieldsProps {
  control: EvaluationControl
  tradeInId: string
  list: UseFieldArrayReturn<EvaluationDraft, 'checks'>
}

/** The checklist of an inspection: a result, a note for the customer, one for the desk, and pictures for each item. */
export function ChecklistFields({ control, tradeInId, list }: ChecklistFieldsProps) {
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-2 font-medium text-ink">Checklist</legend>
      <CheckCount control={control} />
      <p className="mb-2 text-sm text-ink-muted">The customer reads results and notes with the offer; internal notes stay here.</p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {list.fields.map(({ id, item }, index) => (
          <li key={id} className="p-3 sm:p-4">
            <fieldset className="grid min-w-0 grid-cols-[8.5rem_minmax(0,1fr)] gap-3 sm:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,1fr)]">
              <legend className="mb-2 text-sm font-semibold text-ink">{checkItemLabels[item]}</legend>
              <SelectField control={control} name={`checks.${index}.result`} label="Result" options={results} />
              <TextField control={control} name={`checks.${index}.note`} label="Note for the customer" autoComplete="off" />
              <TextField
                control={control}
                name={`checks.${index}.internalNote`}
                label="Internal note"
                autoComplete="off"
                className="col-span-2 sm:col-span-1"
              />
              <div className="col-span-full">
                <CheckPictures of={{ noun: 'tradeIns', id: tradeInId }} item={item} label={checkItemLabels[item]} />
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <ListFault control={control} name="checks" />
    </fieldset>
  )
}

/** How far the inspection is. */
function CheckCount({ control }: Pick<ChecklistFieldsProps, 'control'>) {
  const checks = useWatch({ control, name: 'checks' })
  const done = checks.filter(({ result }) => result !== 'not_checked').length
  const faults = checks.filter(({ result }) => result === 'fault').length
  return (
    <p className="mb-2 text-sm text-ink-muted">
      {done} of {checks.length} checked, {faults === 1 ? '1 fault' : `${faults} faults`}
    </p>
  )
}
