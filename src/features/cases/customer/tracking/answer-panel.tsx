import { type ReactNode, useId, useRef, useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { FormNote } from '~/components/form/form-note'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import type { AnswerFields, CustomerAnswer, PublicEstimate, PublicOffer } from '~/contracts/cases/tracking'
import { formatDateTime } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { AddPictures } from './add-pictures'

interface AnswerMessages {
  accept: string
  others: { answer: Exclude<CustomerAnswer, 'accept'>; label: string }[]
  send: Record<Exclude<CustomerAnswer, 'accept'>, string>
  done: Record<CustomerAnswer, string>
  /** The end of a quote that nobody answers. */
  afterwards: string
}

/** The words of the answers to estimates and offers. */
const answerMessages: Record<'estimate' | 'offer', AnswerMessages> = {
  estimate: {
    accept: 'Accept the estimate',
    others: [{ answer: 'decline', label: 'Decline' }],
    send: { decline: 'Decline the estimate', dispute: '' },
    done: {
      accept: 'Thank you. You have accepted the estimate, and we begin.',
      decline: 'You have declined the estimate. We do not begin, and get in touch about the return of your machine.',
      dispute: '',
    },
    afterwards: 'the estimate ends, we do not begin, and it costs you nothing.',
  },
  offer: {
    accept: 'Accept the offer',
    others: [
      { answer: 'dispute', label: 'I disagree' },
      { answer: 'decline', label: 'Have it sent back' },
    ],
    send: { decline: 'Decline and have it sent back', dispute: 'Send what you disagree with' },
    done: {
      accept: 'Thank you. You have accepted the offer, and your store credit follows.',
      decline: 'You have declined the offer. We send your machine back.',
      dispute: 'We have your words, look at the machine again, and write to you.',
    },
    afterwards: 'the offer ends, and your machine stays with us until we hear from you.',
  },
}

/** Declining further work does not end the work that was accepted before. */
const ofFurtherWork: Pick<AnswerMessages, 'done' | 'afterwards'> = {
  done: {
    accept: 'Thank you. You have accepted the estimate, and we do this work too.',
    decline: 'You have declined the estimate. We do what you have accepted before, and nothing beyond it.',
    dispute: '',
  },
  afterwards: 'the estimate ends, and we do what you have accepted before, and nothing beyond it.',
}

const messagesOf = (kind: 'estimate' | 'offer', isFurther: boolean): AnswerMessages => ({
  ...answerMessages[kind],
  ...(kind === 'estimate' && isFurther && ofFurtherWork),
})

const failedAnswer = 'Your answer could not be sent. Please try again.'

interface AnswerPanelProps {
  /** It waits for an answer; undefined where nothing does. */
  quote: PublicEstimate | PublicOffer | undefined
  /** There was something to answer. */
  hasQuotes: boolean
  /** An estimate was accepted before: this one is for work beyond it. */
  isFurther: boolean
  /** Nothing more will happen. */
  isClosed: boolean
  uploadAddress: string | null
  onAnswer: (given: AnswerFields) => Promise<void>
  onChanged: () => void
}

/** The question to the customer: an estimate or an offer, answered by a press of a button and by nothing else. */
export function AnswerPanel({ quote, hasQuotes, isFurther, isClosed, uploadAddress, onAnswer, onChanged }: AnswerPanelProps) {
  const [refusal, setRefusal] = useState<string>()
  const [done, setDone] = useState<string>()
  const note = (
    <div aria-live="polite" className="empty:hidden">
      {refusal !== undefined && <FormNote tone="warn">{refusal}</FormNote>}
      {refusal === undefined && done !== undefined && <FormNote tone="success">{done}</FormNote>}
    </div>
  )
  const submit = async (given: AnswerFields) => {
    setRefusal(undefined)
    setDone(undefined)
    try {
      await onAnswer(given)
      setDone(messagesOf(quote?.kind ?? 'estimate', isFurther).done[given.answer])
    } catch (error) {
      setRefusal(serverMessage(error) ?? failedAnswer)
      // The quote on the screen can be answered no longer: the new one takes its place.
      if (isConflict(error)) onChanged()
    }
  }
  if (!quote) {
    return (
      <RecordSection title="What we need from you">
        <div className="flex flex-col gap-4 p-5 sm:px-6">
          {note}
          <p className="text-ink-muted">
            {isClosed
              ? 'Nothing any more: this case is over.'
              : `Nothing at the moment. We write to you as soon as there is something to decide${hasQuotes ? '' : ', such as an estimate or an offer'}.`}
          </p>
        </div>
      </RecordSection>
    )
  }
  return (
    <RecordSection title="What we need from you: your answer">
      <div className="flex flex-col gap-4 p-5 sm:px-6">
        {note}
        <Question quote={quote} isFurther={isFurther} />
        <Answers quote={quote} onAnswer={submit}>
          {uploadAddress !== null && <AddPictures address={uploadAddress} onAdded={onChanged} />}
        </Answers>
      </div>
    </RecordSection>
  )
}

function Question({ quote: { kind, number, total, expiresAt }, isFurther }: { quote: PublicEstimate | PublicOffer; isFurther: boolean }) {
  const { afterwards } = messagesOf(kind, isFurther)
  const repair = isFurther ? `May we do this further work for ${formatEuro(total)}?` : `May we repair it for ${formatEuro(total)}?`
  return (
    <div>
      <p className="text-lg font-semibold text-ink">{kind === 'estimate' ? repair : `We offer ${formatEuro(total)} of store credit.`}</p>
      <p className="mt-1 text-sm text-ink-muted">
        {kind === 'estimate' ? 'Estimate' : 'Offer'} {number}
        {expiresAt && `, until ${formatDateTime(expiresAt)}`}. If we hear nothing by then, {afterwards}
      </p>
    </div>
  )
}

interface AnswersProps {
  quote: PublicEstimate | PublicOffer
  onAnswer: (given: AnswerFields) => Promise<void>
  /** Adds pictures to a dispute. */
  children: ReactNode
}

/** The buttons, and the words that go with a refusal. What was typed stays when the answer is refused. */
function Answers({ quote: { kind, number }, onAnswer, children }: AnswersProps) {
  const [chosen, setChosen] = useState<Exclude<CustomerAnswer, 'accept'>>()
  const [message, setMessage] = useState('')
  const [sending, setSending] = useState<CustomerAnswer>()
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const words = answerMessages[kind]
  const send = async (answer: CustomerAnswer) => {
    const text = message.trim()
    if (answer === 'dispute' && text === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    setSending(answer)
    await onAnswer({ answer, quote: number, message: answer === 'accept' || text === '' ? null : message })
    setSending(undefined)
  }
  const choose = (answer: Exclude<CustomerAnswer, 'accept'>) => {
    setMissing(false)
    setChosen(answer)
  }
  return (
    <>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button onClick={() => void send('accept')} busy={sending === 'accept'} disabled={sending !== undefined}>
          {words.accept}
        </Button>
        {words.others.map(({ answer, label }) => (
          <Button
            key={answer}
            variant="secondary"
            aria-expanded={chosen === answer}
            onClick={() => choose(answer)}
            disabled={sending !== undefined}
          >
            {label}
          </Button>
        ))}
      </div>
      {chosen && (
        <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface-muted p-4">
          <label htmlFor={id} className="font-medium text-ink">
            {chosen === 'dispute' ? 'What do you disagree with?' : 'Your reason (optional)'}
          </label>
          <textarea
            ref={field}
            id={id}
            rows={4}
            maxLength={10_000}
            value={message}
            onChange={(event) => {
              setMessage(event.target.value)
              setMissing(false)
            }}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            className="field sm:text-sm"
          />
          {isMissing && (
            <p id={`${id}-error`} className="text-sm text-danger-ink">
              Tell us what you disagree with
            </p>
          )}
          {chosen === 'dispute' && children}
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => void send(chosen)} busy={sending === chosen} disabled={sending !== undefined}>
              {words.send[chosen]}
            </Button>
            <Button variant="ghost" onClick={() => setChosen(undefined)} disabled={sending !== undefined}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
