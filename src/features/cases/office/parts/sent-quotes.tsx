import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { DateText, StatusBadge } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { formatEuro } from '~/lib/money'
import { AnswerDialog, type AnswerRecording } from './answer-dialog'
import { RecordSection } from '~/components/layouts/record-page'

/** What an estimate and an offer have in common once they have been sent. */
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
  /** Such as 'Sent offers'. */
  title: string
  /** What one is called, with a capital. */
  one: string
  quotes: readonly Quote[]
  /** Which was sent here a moment ago: what sent it is gone, and the focus goes to the heading. */
  justSent: number | undefined
  toneOf: (quote: Quote) => ComponentProps<typeof StatusBadge>['tone']
  /** EUR. */
  amountOf: (quote: Quote) => number
  renderDetails: (quote: Quote) => ReactNode
  /** How it is recorded what the customer has said. */
  answering: AnswerRecording<Values>
}

/** The estimates or offers that the customer was sent, newest first, each as it was sent. */
export function SentQuotes<Quote extends SentQuote, Values>({
  title,
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
    <RecordSection title={title} headingRef={heading}>
      <ul className="divide-y divide-line">
        {quotes.map((quote) => (
          <li key={quote.id} className="flex flex-col gap-2 px-5 py-4 sm:px-6">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h3 className="font-medium text-ink">
                {one} {quote.number}
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
      {answered !== undefined && (
        <AnswerDialog {...answering} one={one.toLowerCase()} number={answered} onClose={() => setAnswered(undefined)} />
      )}
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
