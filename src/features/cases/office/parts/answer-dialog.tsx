import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { ChoiceGroup } from '~/components/form/choice-group'
import { DescribedFields } from '~/components/form/described-fields'
import type { ZodForm } from '~/components/form/form'
import { FormDialog } from '~/components/form/form-dialog'
import { capitalised } from '~/lib/text'
import type { changeToasts } from './change-toasts'

type Answer = 'accepted' | 'declined' | 'disputed'

/** What the form holds. */
interface AnswerDraft {
  answer: Answer
  note?: string | null | undefined
}

const blank: AnswerDraft = { answer: 'accepted', note: '' }
const fields = { note: { kind: 'text', label: 'Note', hint: 'Who called, when, and what was agreed. Internal.' } } as const

/** How the answers to some quotes are recorded. */
export interface AnswerRecording<Values> {
  answers: readonly Answer[]
  /** The answer and the note of the procedure's input. */
  schema: z.ZodType<Values, AnswerDraft>
  /** @param number of the estimate or offer */
  record: (number: number, values: Values) => Promise<unknown>
  /** How the page says what became of it. */
  toasts: ReturnType<typeof changeToasts>
}

interface AnswerDialogProps<Values> extends AnswerRecording<Values> {
  /** 'estimate' or 'offer'. */
  one: string
  number: number
  onClose: () => void
}

/** What a customer has said to an estimate or an offer on the telephone. */
export function AnswerDialog<Values>({ one, number, answers, schema, record, toasts, onClose }: AnswerDialogProps<Values>) {
  const save = async (values: Values) => {
    await record(number, values)
    toasts.succeeded('Answer recorded successfully')
    onClose()
  }
  return (
    <FormDialog
      title={`Answer to ${one} ${number}`}
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={blank}
      onSubmit={save}
      onFailure={(error) => toasts.failed(error, 'Failed to record the answer')}
      onClose={onClose}
      submitLabel="Record Answer"
    >
      {(form) => (
        <>
          <AnswerChoice form={form} answers={answers} />
          <DescribedFields control={form.control} fields={fields} />
        </>
      )}
    </FormDialog>
  )
}

interface AnswerChoiceProps<Values> {
  form: ZodForm<AnswerDraft, Values>
  answers: readonly Answer[]
}

function AnswerChoice<Values>({ form: { control, setValue }, answers }: AnswerChoiceProps<Values>) {
  const answer = useWatch({ control, name: 'answer' })
  return (
    <ChoiceGroup
      legend="By telephone, the customer has"
      options={answers.map((value) => ({ value, label: capitalised(value) }))}
      value={answer}
      onChange={(chosen) => setValue('answer', chosen, { shouldDirty: true })}
    />
  )
}
