import { Trash2 } from '~/components/icons/lucide'
import { useRef, type Ref } from 'react'
import { useWatch, type UseFieldArrayReturn } from 'react-hook-form'
import { ListFault } from '~/components/form/field-frame'
import { CENTS, NumberField } from '~/components/form/number-field'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import { OptionsMenu } from '~/components/record-form/options-menu'
import { IconButton } from '~/components/ui/icon-button'
import { onDemand } from '~/components/ui/on-demand'
import type { EvaluationDraft } from '~/contracts/cases/evaluation'
import { deductionKindLabels, deductionKinds, MOST_DEDUCTIONS, type DeductionReason } from '~/contracts/cases/deductions'
import { trpc } from '~/trpc/client'
import { readByCustomer } from './read-by-customer'
import { amountText, draftDeduction, type EvaluationControl } from './evaluation-values'

const ReasonsDialog = onDemand(() => import('./deduction-reasons-dialog').then((module) => module.DeductionReasonsDialog))

const kinds = deductionKinds.map((value) => ({ value, label: deductionKindLabels[value] }))

interface DeductionFieldsProps {
  control: EvaluationControl
  list: UseFieldArrayReturn<EvaluationDraft, 'deductions'>
}

export function DeductionFields({ control, list: { fields, append, remove } }: DeductionFieldsProps) {
  const menu = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-2 font-medium text-ink">Deductions</legend>
      {fields.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-muted">No deductions</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {fields.map(({ id }, index) => (
            <li key={id} className="rounded-lg border border-line p-3 sm:p-4">
              <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_5rem_auto] gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_7rem_auto]">
                <legend className="sr-only">Deduction {index + 1}</legend>
                <TextField
                  control={control}
                  name={`deductions.${index}.label`}
                  label="Reason"
                  required
                  autoComplete="off"
                  className="col-span-3 sm:col-span-1"
                />
                <SelectField control={control} name={`deductions.${index}.kind`} label="Kind" options={kinds} />
                <AmountField control={control} index={index} />
                <IconButton
                  label={`Remove deduction ${index + 1}`}
                  className="mt-6 text-ink-muted"
                  onClick={() => {
                    remove(index)
                    menu.current?.focus()
                  }}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </IconButton>
                <TextField
                  control={control}
                  name={`deductions.${index}.explanation`}
                  label="Explanation for the customer"
                  required
                  autoComplete="off"
                  className={`col-span-3 pl-3 sm:col-span-4 ${readByCustomer}`}
                />
              </fieldset>
            </li>
          ))}
        </ul>
      )}
      <ListFault control={control} name="deductions" />
      <div className="relative mt-3">
        <ReasonsMenu
          ref={menu}
          disabled={fields.length >= MOST_DEDUCTIONS}
          onAdd={({ id, label, explanation, kind, amount }) =>
            append(draftDeduction({ reasonId: id, label, explanation, kind, amount }), { shouldFocus: false })
          }
        />
      </div>
    </fieldset>
  )
}

/** EUR or percent, by the deduction's kind. */
function AmountField({ control, index }: { control: EvaluationControl; index: number }) {
  const kind = useWatch({ control, name: `deductions.${index}.kind` })
  return (
    <NumberField
      control={control}
      name={`deductions.${index}.amount`}
      type="text"
      label="Amount"
      required
      autoComplete="off"
      decimals={kind === 'fixed' ? CENTS : undefined}
    />
  )
}

interface ReasonsMenuProps {
  ref: Ref<HTMLButtonElement>
  disabled: boolean
  onAdd: (reason: DeductionReason) => void
}

/** The shop's reasons, and a way to edit them. */
function ReasonsMenu(props: ReasonsMenuProps) {
  const reasons = trpc.tradeIns.deductionReasons.useQuery()
  const offered = reasons.data?.filter(({ isActive }) => isActive) ?? []
  return (
    <OptionsMenu {...props} label="Add deduction" editLabel="Edit reasons" options={offered} detailOf={amountText} Editor={ReasonsDialog} />
  )
}
