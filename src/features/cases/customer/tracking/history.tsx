import { RecordSection } from '~/components/layouts/record-page'
import type { CaseNoun } from '~/contracts/cases/cases'
import type { PublicEvent } from '~/contracts/cases/tracking'
import { formatDateTime } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { capitalised } from '~/lib/text'

/** What an event is called; a second line where there is more to say. */
function wordsOf(noun: CaseNoun, event: PublicEvent): { what: string; text?: string } {
  switch (event.kind) {
    case 'opened':
      return { what: noun === 'repairs' ? 'Repair opened' : 'Trade-in opened' }
    case 'status':
      return { what: `Status: ${capitalised(event.status)}` }
    case 'email':
      return { what: 'Email to you', text: event.subject }
    case 'picture':
      return { what: 'Picture added', text: event.name }
    case 'converted':
      return { what: 'Repair turned into a trade-in', text: event.number }
    case 'sent-in':
      return { what: 'Sent in by you', text: [event.carrier, event.trackingNumber ?? ''].filter((part) => part !== '').join(', ') }
    case 'arrived':
      return { what: 'Arrived at our workshop' }
    case 'estimate':
    case 'offer': {
      const how = event.via === 'telephone' ? ' by telephone' : ''
      const amount = event.event === 'sent' ? `: ${formatEuro(event.total)}` : ''
      return { what: `${capitalised(event.kind)} ${event.number} ${event.event}${how}${amount}` }
    }
  }
}

/** What happened to a case, newest first. */
export function History({ noun, events }: { noun: CaseNoun; events: readonly PublicEvent[] }) {
  return (
    <RecordSection title="What happened">
      <ol className="flex flex-col gap-4 p-5 text-sm sm:px-6">
        {events.map((event) => {
          const { what, text } = wordsOf(event.id.startsWith('repair:') ? 'repairs' : noun, event)
          return (
            <li key={event.id} className="border-l-2 border-line pl-4">
              <p className="font-medium text-ink">{what}</p>
              {text !== undefined && <p className="wrap-anywhere text-ink-muted">{text}</p>}
              <p className="text-ink-muted">
                <time dateTime={event.at.toISOString()}>{formatDateTime(event.at)}</time>
              </p>
            </li>
          )
        })}
      </ol>
    </RecordSection>
  )
}
