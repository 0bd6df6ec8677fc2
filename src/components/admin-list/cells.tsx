import { Badge, type Tone } from '~/components/ui/badge'
import { capitalised } from '~/lib/text'
import { useSyncExternalStore } from 'react'
import { formatDate, formatDateTime, formatRelative } from '~/lib/date-text'

/** The status of a row, capitalised; contracts/statuses has the tones. */
export const StatusBadge = ({ status, tone }: { status: string; tone: Tone }) => <Badge tone={tone}>{capitalised(status)}</Badge>

const MINUTE = 60_000

/** The time as the page knows it: read when something begins to show it, then every minute. */
let now = Date.now()
const everyMinute = (onTick: () => void) => {
  const tick = () => {
    now = Date.now()
    onTick()
  }
  tick()
  const timer = setInterval(tick, MINUTE)
  return () => clearInterval(timer)
}
const read = () => now

/** The time, kept up to date. */
export const useNow = (): Date => new Date(useSyncExternalStore(everyMinute, read, read))

/** '3 hours ago', kept up to date; the exact time is its tooltip and is read out by assistive tools. */
export function RelativeTime({ at, className }: { at: Date; className?: string }) {
  const known = useNow()
  const exact = formatDateTime(at)
  return (
    <time dateTime={at.toISOString()} title={exact} className={className}>
      <span aria-hidden="true">{formatRelative(at, new Date(Math.max(known.getTime(), at.getTime())))}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}

/** '21 Nov 2026'; the time of day is its tooltip. */
export function DateText({ at, className }: { at: Date; className?: string }) {
  return (
    <time dateTime={at.toISOString()} title={formatDateTime(at)} className={className}>
      {formatDate(at)}
    </time>
  )
}
