import { statusLabels } from '~/lib/status-labels'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { VatNote } from '~/components/ui/vat-note'
import { estimateTones, lineKindLabels, lineTotal } from '~/contracts/cases/estimates'
import { offerTones } from '~/contracts/cases/offers'
import type { PublicEstimate, PublicOffer, PublicPicture } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { capitalised } from '~/lib/text'
import { OfferDetails, type Said } from './offer-details'

interface QuotePanelProps {
  quote: PublicEstimate | PublicOffer
  pictures: readonly PublicPicture[]
  said: Said | null
  /** Awaits an answer. */
  isOpen?: boolean
  isOld?: boolean
  /** A later one was sent while it waited for its answer. */
  isReplaced?: boolean
}

type Sent = Pick<PublicEstimate, 'state' | 'sentAt' | 'expiresAt'> | Pick<PublicOffer, 'state' | 'sentAt' | 'expiresAt'>

/** Sending one ends another that waits, at that moment. */
export const isReplacedBy = ({ state, expiresAt }: Sent, next: Sent | undefined): boolean =>
  state === 'expired' && expiresAt !== null && next !== undefined && next.sentAt !== null && expiresAt >= next.sentAt

const stateText = (quote: PublicEstimate | PublicOffer) => (quote.state === 'sent' ? 'Waits for your answer' : statusLabels[quote.state])

export function QuotePanel({ quote, pictures, said, isOpen = false, isOld = false, isReplaced = false }: QuotePanelProps) {
  const { kind, number, answeredAt, answerVia, message, sentAt } = quote
  const tone = quote.kind === 'estimate' ? estimateTones[quote.state] : offerTones[quote.state]
  const details = quote.kind === 'estimate' ? <Lines quote={quote} /> : <OfferDetails offer={quote} said={said} pictures={pictures} />
  return (
    <RecordSection
      title={`${capitalised(kind)} ${number}`}
      actions={
        <Badge tone={isReplaced ? 'neutral' : tone}>{isReplaced ? 'Replaced' : isOpen ? 'Waits for your answer' : stateText(quote)}</Badge>
      }
    >
      <div className="flex flex-col gap-4 p-5 sm:px-6">
        <p className="text-sm text-ink-muted">
          {sentAt && `Sent on ${formatDate(sentAt)}. `}
          {answeredAt && `${statusLabels[quote.state]} on ${formatDate(answeredAt)}${answerVia === 'telephone' ? ', by telephone' : ''}.`}
        </p>
        {message !== null && (
          <blockquote className="border-l-2 border-line-strong pl-4 wrap-anywhere whitespace-pre-line text-ink">{message}</blockquote>
        )}
        {isOld ? (
          <details>
            <summary className="cursor-pointer text-sm font-medium text-ink">What it said: {formatEuro(quote.total)}</summary>
            <div className="mt-4">{details}</div>
          </details>
        ) : (
          details
        )}
      </div>
    </RecordSection>
  )
}

function Lines({ quote: { lines, total } }: { quote: PublicEstimate }) {
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">Lines of the estimate</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Work or part</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // Lines have no id and keep their order.
            <tr key={index} className="border-b border-line align-top">
              <td className="py-2 pr-4 wrap-anywhere text-ink">
                {line.label}
                <span className="block text-ink-muted">
                  {lineKindLabels[line.kind]}
                  {line.quantity !== 1 && `, ${line.quantity.toLocaleString('en-GB')} × ${formatEuro(line.price)}`}
                </span>
              </td>
              <td className="py-2 text-right text-ink tabular-nums">{formatEuro(lineTotal(line))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold text-ink">
            <th scope="row" className="py-2 text-left">
              Total
            </th>
            <td className="py-2 text-right tabular-nums">{formatEuro(total)}</td>
          </tr>
        </tfoot>
      </table>
      <VatNote className="mt-2 text-sm text-ink-muted" />
    </>
  )
}
