import { storedStatusLabel } from '~/lib/status-labels'
import type { PublicEvent } from '~/contracts/cases/tracking'
import { formatDateTime } from '~/lib/date-text'
import { RecordSection } from '~/components/layouts/record-page'
import { caseNames, type CaseNoun } from '~/contracts/case-ref'
import { formatEuro } from '~/lib/money'
import { capitalised } from '~/lib/text'

/** The event's name, and a second line for details. */
function wordsOf(noun: CaseNoun, event: PublicEvent): { what: string; text?: string } {
  switch (event.kind) {
    case 'opened':
      return { what: `${caseNames[noun]} opened` }
    case 'status':
      return { what: `Status: ${storedStatusLabel(event.status)}` }
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
    case 'withdrawn':
      return { what: 'Withdrawn by you' }
    case 'estimate':
    case 'offer': {
      const how = event.via === 'telephone' ? ' by telephone' : ''
      const amount = event.event === 'sent' ? `: ${formatEuro(event.total)}` : ''
      if (event.event === 'taken back') return { what: `You took back your acceptance of ${event.kind} ${event.number}` }
      return { what: `${capitalised(event.kind)} ${event.number} ${event.event}${how}${amount}` }
    }
  }
}

export function CaseHistory({ noun, events }: { noun: CaseNoun; events: readonly PublicEvent[] }) {
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
