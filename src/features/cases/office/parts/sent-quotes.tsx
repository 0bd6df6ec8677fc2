import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { DateText, StatusBadge } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { formatEuro } from '~/lib/money'
import { ChoiceGroup } from '~/components/form/choice-group'
import { DescribedFields } from '~/components/form/described-fields'
import type { ZodForm } from '~/components/form/form'
import { FormDialog } from '~/components/form/form-dialog'
import { capitalised } from '~/lib/text'
import type { changeToasts } from '../use-case'
import { RecordSection } from '~/components/layouts/record-page'

type Answer = 'accepted' | 'declined' | 'disputed'

interface AnswerDraft {
  answer: Answer
  note?: string | null | undefined
}

const blank: AnswerDraft = { answer: 'accepted', note: '' }
const fields = { note: { kind: 'text', label: 'Note', hint: 'Who called, when, and what was agreed. Internal.' } } as const

/** The record of a customer's answers. */
interface AnswerRecording<Values> {
  answers: readonly Answer[]
  /** The answer and the note of the procedure's input. */
  schema: z.ZodType<Values, AnswerDraft>
  /** @param number of the estimate or offer */
  record: (number: number, values: Values) => Promise<unknown>
  toasts: Pick<ReturnType<typeof changeToasts>, 'succeeded' | 'failed'>
}

/** An estimate or an offer that has been sent. */
interface SentQuote {
  id: string
  number: number
  state: string
  sentAt: Date | null
  expiresAt: Date | null
  answeredAt: Date | null
  answerVia: 'telephone' | 'online' | null
  answerNote: string | null
  answeredBy: string | null
  /** Offers above the limit alone. */
  approvedAt?: Date | null
  approvedBy?: string | null
}

interface SentQuotesProps<Quote extends SentQuote, Values> {
  /** What one is called. */
  one: 'estimate' | 'offer'
  quotes: readonly Quote[]
  /** The number of the one that was sent here a moment ago: its form is gone, and the focus goes to the heading. */
  justSent: number | undefined
  toneOf: (quote: Quote) => ComponentProps<typeof StatusBadge>['tone']
  /** EUR. */
  amountOf: (quote: Quote) => number
  renderDetails: (quote: Quote) => ReactNode
  answering: AnswerRecording<Values>
}

/** The estimates or offers that the customer was sent, newest first, each as it was sent. */
export function SentQuotes<Quote extends SentQuote, Values>({
  one,
  quotes,
  justSent,
  toneOf,
  amountOf,
  renderDetails,
  answering,
}: SentQuotesProps<Quote, Values>) {
  const [answered, setAnswered] = useState<number>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isListed = quotes.some(({ number }) => number === justSent)
  useEffect(() => {
    if (!isListed) return
    // After the dialog has tried to give the focus back.
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isListed, justSent])
  return (
    <RecordSection title={`Sent ${one}s`} headingRef={heading}>
      <ul className="divide-y divide-line">
        {quotes.map((quote) => (
          <li key={quote.id} className="flex flex-col gap-2 px-5 py-4 sm:px-6">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h3 className="font-medium text-ink">
                {capitalised(one)} {quote.number}
              </h3>
              <StatusBadge status={quote.state} tone={toneOf(quote)} />
              <span className="ml-auto font-semibold text-ink tabular-nums">{formatEuro(amountOf(quote))}</span>
              {quote.state === 'sent' && (
                <Button variant="secondary" size="sm" onClick={() => setAnswered(quote.number)}>
                  Record Answer
                </Button>
              )}
            </div>
            <Dates quote={quote} />
            {quote.answerNote && <p className="text-sm wrap-anywhere whitespace-pre-wrap text-ink">{quote.answerNote}</p>}
            {renderDetails(quote)}
          </li>
        ))}
      </ul>
      {answered !== undefined && <AnswerDialog {...answering} one={one} number={answered} onClose={() => setAnswered(undefined)} />}
    </RecordSection>
  )
}

function Dates({ quote: { state, sentAt, expiresAt, approvedAt, approvedBy, answeredAt, answerVia, answeredBy } }: { quote: SentQuote }) {
  return (
    <p className="text-sm text-ink-muted">
      {sentAt && (
        <>
          Sent on <DateText at={sentAt} />
        </>
      )}
      {approvedAt && <span className="wrap-anywhere">, approved by {approvedBy ?? 'somebody who has left'}</span>}
      {state === 'sent' && expiresAt && (
        <>
          , valid until <DateText at={expiresAt} />
        </>
      )}
      {state === 'expired' && expiresAt && (
        <>
          , over since <DateText at={expiresAt} />
        </>
      )}
      {answeredAt && (
        <>
          , {state} {answerVia === 'telephone' ? 'by telephone' : 'online'} on <DateText at={answeredAt} />
          {answerVia === 'telephone' && answeredBy && <span className="wrap-anywhere"> (noted by {answeredBy})</span>}
        </>
      )}
    </p>
  )
}

interface AnswerDialogProps<Values> extends AnswerRecording<Values> {
  /** 'estimate' or 'offer'. */
  one: string
  number: number
  onClose: () => void
}

/** A customer's answer to an estimate or an offer on the telephone. */
function AnswerDialog<Values>({ one, number, answers, schema, record, toasts, onClose }: AnswerDialogProps<Values>) {
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
