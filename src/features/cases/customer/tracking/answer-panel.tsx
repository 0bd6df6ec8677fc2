import { type ReactNode, useId, useRef, useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { FormNote } from '~/components/form/form-note'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import type { Progress } from '~/contracts/cases/progress/progress'
import { RETURN_PAID_BY_US } from '~/contracts/cases/taking-back'
import type { AnswerFields, CustomerAnswer, PublicEstimate, PublicOffer, TrackedCase } from '~/contracts/cases/tracking'
import { formatDateTime } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { AcceptDialog } from './accept-dialog'
import { AddPictures } from './add-pictures'
import { needTitles } from './progress-of'
import { TakeBack } from './take-back'
import { Told } from './told'

interface AnswerMessages {
  accept: string
  others: { answer: Exclude<CustomerAnswer, 'accept'>; label: string }[]
  send: Record<Exclude<CustomerAnswer, 'accept'>, string>
  done: Record<CustomerAnswer, string>
  /** The consequence of no answer. */
  afterwards: string
}

const answerMessages: Record<'estimate' | 'offer', AnswerMessages> = {
  estimate: {
    accept: 'Accept the estimate',
    others: [{ answer: 'decline', label: 'Decline' }],
    send: { decline: 'Decline the estimate', dispute: '' },
    done: {
      accept: 'Thank you. You have accepted the estimate. We have sent you a receipt.',
      decline: `You have declined the estimate. We do not begin, and send your machine back. ${RETURN_PAID_BY_US}`,
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
      accept: 'Thank you. You have accepted the offer, and your store credit follows. We have sent you a receipt.',
      decline: `You have declined the offer. We send your machine back. ${RETURN_PAID_BY_US}`,
      dispute: 'Thank you. We will look at the machine again and write to you.',
    },
    afterwards: 'the offer ends, and your machine stays with us until we hear from you.',
  },
}

/** Declining further work does not end the work accepted before. */
const ofFurtherWork: Pick<AnswerMessages, 'done' | 'afterwards'> = {
  done: {
    accept: 'Thank you. You have accepted the estimate, and we do this work too. We have sent you a receipt.',
    decline: 'You have declined the estimate. We do what you have accepted before, and nothing beyond it.',
    dispute: '',
  },
  afterwards: 'the estimate ends, and we do what you have accepted before, and nothing beyond it.',
}

const messagesOf = (kind: 'estimate' | 'offer', isFurther: boolean): AnswerMessages => ({
  ...answerMessages[kind],
  ...(kind === 'estimate' && isFurther && ofFurtherWork),
})

const failedAnswer = 'We could not send your answer. Please try again.'

interface AnswerPanelProps {
  tracked: TrackedCase
  progress: Pick<Progress, 'need' | 'next'>
  /** Undefined if nothing awaits an answer. */
  quote: PublicEstimate | PublicOffer | undefined
  onAnswer: (given: AnswerFields) => Promise<void>
  onTakeBack: (quote: number) => Promise<void>
  onChanged: () => void
  /** Another way to act, such as a form. */
  children?: ReactNode
}

/** The customer's next action: answer a quote, after a confirmation, or read what comes next. */
export function AnswerPanel({ tracked, progress: { need, next }, quote, onAnswer, onTakeBack, onChanged, children }: AnswerPanelProps) {
  const [refusal, setRefusal] = useState<string>()
  // Shown only while it is true: another device may answer, or take the answer back.
  const [done, setDone] = useState<{ text: string; isOpen: boolean }>()
  const said = done?.isOpen === (quote !== undefined) ? done.text : undefined
  const [newest] = tracked.quotes
  const acceptedBefore = tracked.noun === 'repairs' ? tracked.facts.acceptedBefore : null
  const isFurther = acceptedBefore !== null
  const note = (
    <div aria-live="polite" className="empty:hidden">
      {refusal !== undefined && <FormNote tone="warn">{refusal}</FormNote>}
      {refusal === undefined && said !== undefined && <Told key={said}>{said}</Told>}
    </div>
  )
  const submit = async (given: AnswerFields) => {
    setRefusal(undefined)
    setDone(undefined)
    try {
      await onAnswer(given)
      setDone({ text: messagesOf(quote?.kind ?? 'estimate', isFurther).done[given.answer], isOpen: false })
    } catch (error) {
      setRefusal(serverMessage(error) ?? failedAnswer)
      // A newer quote has replaced the one on screen.
      if (isConflict(error)) onChanged()
    }
  }
  const takeBack = async (number: number) => {
    setRefusal(undefined)
    setDone(undefined)
    try {
      await onTakeBack(number)
      setDone({ text: 'You have taken your answer back. Nothing is agreed: you can answer again.', isOpen: true })
    } catch (error) {
      setRefusal(serverMessage(error) ?? 'We could not take your answer back. Please try again.')
      if (isConflict(error)) onChanged()
    }
  }
  if (!quote) {
    return (
      <RecordSection title={needTitles[need ?? 'none']}>
        <div className="flex flex-col gap-4 p-5 sm:px-6">
          {note}
          <p className={need ? 'text-ink' : 'text-ink-muted'}>
            {!need && (tracked.isClosed ? 'Nothing. ' : 'Nothing at the moment. ')}
            {next}
          </p>
          {newest?.takeBackUntil && (
            <TakeBack
              key={newest.takeBackUntil.getTime()}
              kind={newest.kind}
              until={newest.takeBackUntil}
              onTakeBack={() => takeBack(newest.number)}
            />
          )}
          {children}
        </div>
      </RecordSection>
    )
  }
  return (
    <RecordSection title={needTitles.answer}>
      <div className="flex flex-col gap-4 p-5 sm:px-6">
        {note}
        <Question quote={quote} isFurther={isFurther} />
        <Answers
          quote={quote}
          acceptedBefore={acceptedBefore}
          depositPercent={tracked.noun === 'repairs' ? tracked.depositPercent : 0}
          device={tracked.device}
          onAnswer={submit}
        >
          {tracked.uploadAddress !== null && <AddPictures address={tracked.uploadAddress} onAdded={onChanged} />}
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
      {!isFurther && (
        <p className="mt-1 text-sm text-ink-muted">
          If you {kind === 'estimate' ? 'decline, your machine goes back to you' : 'have it sent back'}:{' '}
          {RETURN_PAID_BY_US.replace('We', 'we')}
        </p>
      )}
    </div>
  )
}

interface AnswersProps {
  quote: PublicEstimate | PublicOffer
  acceptedBefore: number | null
  depositPercent: number
  device: string
  onAnswer: (given: AnswerFields) => Promise<void>
  children: ReactNode
}

/** Buttons, and the text of a refusal. Keeps the text if the answer is refused. */
function Answers({ quote, acceptedBefore, depositPercent, device, onAnswer, children }: AnswersProps) {
  const { kind, number } = quote
  const [isAsking, setAsking] = useState(false)
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
    setAsking(false)
  }
  const choose = (answer: Exclude<CustomerAnswer, 'accept'>) => {
    setMissing(false)
    setChosen(answer)
  }
  return (
    <>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button onClick={() => setAsking(true)} disabled={sending !== undefined}>
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
      {isAsking && (
        <AcceptDialog
          {...{ quote, acceptedBefore, depositPercent, device }}
          busy={sending === 'accept'}
          onConfirm={() => void send('accept')}
          onCancel={() => setAsking(false)}
        />
      )}
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
