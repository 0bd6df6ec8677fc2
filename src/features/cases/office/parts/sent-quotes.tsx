import { statusLabels } from '~/lib/status-labels'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { DateText, StatusBadge } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { formatEuro } from '~/lib/money'
import { ChoiceGroup } from '~/components/form/choice-group'
import { DescribedFields } from '~/components/form/described-fields'
import type { ZodForm } from '~/components/form/form'
import { FormDialog } from '~/components/form/form-dialog'
import { capitalised } from '~/lib/text'
import type { QuoteAnswer, Quote } from '~/contracts/cases/cases'
import type { CaseNoun } from '~/contracts/case-ref'
import { quoteKinds } from '~/contracts/cases/documents'
import { deskQuotes, deskQuoteRouters, type AnswerDraft, type Answers, type QuotesOf } from '../quote-kinds'
import { useQuotes } from '../use-quotes'
import { RecordSection } from '~/components/layouts/record-page'

interface SentQuotesProps<Noun extends CaseNoun> {
  noun: Noun
  id: string
  quotes: readonly QuotesOf[Noun][]
  /** Number of the quote that was just sent: its form is gone, so the heading gets the focus. */
  justSent: number | undefined
  Details: ComponentType<{ quote: QuotesOf[Noun] }>
}

/** Newest first, each as it was sent. */
export function SentQuotes<Noun extends CaseNoun>({ noun, id, quotes, justSent, Details }: SentQuotesProps<Noun>) {
  const { toneOf, amountOf } = deskQuotes[noun]
  const one = quoteKinds[noun]
  const [answered, setAnswered] = useState<number>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isListed = quotes.some(({ number }) => number === justSent)
  useEffect(() => {
    if (!isListed) return
    // After the dialog has tried to restore the focus.
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isListed, justSent])
  if (quotes.length === 0) return null
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
                  Record answer
                </Button>
              )}
            </div>
            <Dates quote={quote} />
            {quote.answerNote && <p className="text-sm wrap-anywhere whitespace-pre-wrap text-ink">{quote.answerNote}</p>}
            <Details quote={quote} />
          </li>
        ))}
      </ul>
      {answered !== undefined && <AnswerDialog noun={noun} id={id} number={answered} onClose={() => setAnswered(undefined)} />}
    </RecordSection>
  )
}

function Dates({
  quote: { state, sentAt, expiresAt, approvedAt, approvedBy, answeredAt, answerVia, answeredBy },
}: {
  quote: Quote & { state: string; approvedAt?: Date | null; approvedBy?: string | null }
}) {
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

interface AnswerDialogProps<Noun extends CaseNoun> {
  noun: Noun
  id: string
  number: number
  onClose: () => void
}

const blank: AnswerDraft = { answer: 'accepted', note: '' }
const fields = { note: { kind: 'text', label: 'Note', hint: 'Who called, when, and what was agreed. Internal.' } } as const

export function AnswerDialog<Noun extends CaseNoun>({ noun, id, number, onClose }: AnswerDialogProps<Noun>) {
  const { answers, answerSchema } = deskQuotes[noun]
  const one = quoteKinds[noun]
  const { keep, succeeded, failed } = useQuotes(noun, id)
  const record = deskQuoteRouters[noun].recordAnswer.useMutation()
  const save = async ({ answer, note }: Answers[Noun]) => {
    keep(await record.mutateAsync({ id, number, answer, note }))
    succeeded('Answer recorded successfully')
    onClose()
  }
  return (
    <FormDialog
      title={`Answer to ${one} ${number}`}
      bodyClassName="flex flex-col gap-5"
      schema={answerSchema}
      defaultValues={blank}
      onSubmit={save}
      onFailure={(error) => failed(error, 'Failed to record the answer')}
      onClose={onClose}
      submitLabel="Record answer"
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
  answers: readonly QuoteAnswer[]
}

function AnswerChoice<Values>({ form: { control, setValue }, answers }: AnswerChoiceProps<Values>) {
  const answer = useWatch({ control, name: 'answer' })
  return (
    <ChoiceGroup
      legend="By telephone, the customer has"
      options={answers.map((value) => ({ value, label: statusLabels[value] }))}
      value={answer}
      onChange={(chosen) => setValue('answer', chosen, { shouldDirty: true })}
    />
  )
}
