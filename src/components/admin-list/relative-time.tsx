import { useSyncExternalStore } from 'react'
import { formatDate, formatDateTime, formatRelative } from '~/lib/date-text'

const MINUTE = 60_000

/** One clock for all times on a page. */
const everyMinute = (tick: () => void) => {
  const timer = setInterval(tick, MINUTE)
  return () => clearInterval(timer)
}
/** Whole minutes: the same value until the clock ticks. */
const minute = () => Math.floor(Date.now() / MINUTE) * MINUTE

/** '3 hours ago', kept up to date; the exact time is its tooltip and is read out by assistive tools. */
export function RelativeTime({ at, className }: { at: Date; className?: string }) {
  const now = new Date(Math.max(useSyncExternalStore(everyMinute, minute, minute), at.getTime()))
  const exact = formatDateTime(at)
  return (
    <time dateTime={at.toISOString()} title={exact} className={className}>
      <span aria-hidden="true">{formatRelative(at, now)}</span>
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
