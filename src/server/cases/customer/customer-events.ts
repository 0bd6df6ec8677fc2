import type { TimelineEntry } from '~/contracts/cases/timeline'
import type { PublicEvent } from '~/contracts/cases/tracking'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { readTimeline } from '~/server/cases/case-timeline'
import type { Services } from '~/server/services'

const PAGE = 100
const MOST_PAGES = 3
const MOST_EVENTS = 100

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

type Change = Extract<TimelineEntry, { kind: 'change' }>

function ofChange({ id, at, detail: { action, before, after } }: Change): PublicEvent[] {
  const expired = /\.(estimate|offer)_expired$/.exec(action)?.[1]
  if (expired === 'estimate' || expired === 'offer') {
    const number = numberOf(after?.[expired])
    return number === null ? [] : [{ id, at, kind: expired, number, event: 'expired', total: 0, via: null }]
  }
  const takenBack = /\.(estimate|offer)_taken_back$/.exec(action)?.[1]
  if (takenBack === 'estimate' || takenBack === 'offer') {
    const number = numberOf(after?.[takenBack])
    return number === null ? [] : [{ id, at, kind: takenBack, number, event: 'taken back', total: 0, via: null }]
  }
  const converted = action.endsWith('.converted') ? textOf(after?.convertedTo ?? after?.convertedFrom) : null
  if (converted !== null) return [{ id, at, kind: 'converted', number: converted }]
  if (action.endsWith('.sent_in')) {
    const carrier = textOf(after?.inboundCarrier) ?? ''
    return [{ id, at, kind: 'sent-in', carrier, trackingNumber: textOf(after?.inboundTrackingNumber) }]
  }
  if (action.endsWith('.arrived')) return [{ id, at, kind: 'arrived' }]
  if (action.endsWith('.withdrawn')) return [{ id, at, kind: 'withdrawn' }]
  const status = textOf(after?.status)
  return status !== null && before !== null && status !== before.status ? [{ id, at, kind: 'status', status }] : []
}

function publicEvents(entry: TimelineEntry): PublicEvent[] {
  const { id, at } = entry
  switch (entry.kind) {
    case 'change':
      return ofChange(entry)
    case 'email':
      return [{ id, at, kind: 'email', subject: entry.detail.subject }]
    case 'file': {
      const { kind, name, isRemoved, visibility } = entry.detail
      return kind === 'picture' && !isRemoved && visibility !== 'internal' && visibility !== 'former'
        ? [{ id, at, kind: 'picture', name }]
        : []
    }
    case 'estimate':
    case 'offer': {
      const { number, event, total, answerVia } = entry.detail
      return event === 'approved' ? [] : [{ id, at, kind: entry.kind, number, event, total, via: event === 'sent' ? null : answerVia }]
    }
    case 'note':
    case 'message':
    case 'reading':
      return []
  }
}

/** The newest first. @param openedAt when the customer got the case */
export async function readEvents(
  services: Pick<Services, 'db'>,
  { ref, customerId }: CustomerCase,
  openedAt: Date,
): Promise<PublicEvent[]> {
  const events: PublicEvent[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { rows, nextCursor } = await readTimeline(services, { ...ref, cursor, limit: PAGE }, customerId)
    events.push(...rows.flatMap(publicEvents))
    cursor = nextCursor
    if (cursor === null) break
  }
  return [...events.slice(0, MOST_EVENTS), { id: 'opened', at: openedAt, kind: 'opened' }]
}
