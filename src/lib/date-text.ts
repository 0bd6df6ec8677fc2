import { isDated } from './instant'
import { lazy } from './lazy'

/**
 * Days and times for people. In sentences, in emails and on documents: '21 November 2026', '21 November 2026 at 10:58'.
 * Only columns and cards of the back office, where many stand side by side, shorten the month: '21 Nov 2026'.
 */

const relativeWords = lazy(() => new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' }))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'just now', '5 minutes ago', 'yesterday'; after a month the date. */
export function timeAgo(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  if (ms < MINUTE) return 'just now'
  if (ms < HOUR) return relativeWords().format(-Math.floor(ms / MINUTE), 'minute')
  if (ms < DAY) return relativeWords().format(-Math.floor(ms / HOUR), 'hour')
  if (ms < 30 * DAY) return relativeWords().format(-Math.floor(ms / DAY), 'day')
  return date().format(at)
}

const NO_DATE = 'No date'

const date = lazy(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }))
const shortDate = lazy(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }))
const dateTime = lazy(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }))
const relative = lazy(() => new Intl.RelativeTimeFormat('en-GB'))

/** In the reader's time zone: '21 November 2026'. */
export const formatDate = (instant: Date) => (isDated(instant) ? date().format(instant) : NO_DATE)

/** In the reader's time zone: '21 Nov 2026'. */
export const formatShortDate = (instant: Date) => (isDated(instant) ? shortDate().format(instant) : NO_DATE)

/** In the reader's time zone: '21 November 2026 at 10:58'. */
export const formatDateTime = (instant: Date) => (isDated(instant) ? dateTime().format(instant) : NO_DATE)

/** @param timeZone IANA: '21 November 2026 at 10:58 (Europe/London)' */
export const formatZonedDateTime = (instant: Date, timeZone: string) =>
  `${instant.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })} (${timeZone.replaceAll('_', ' ')})`

const time = lazy(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }))
const timeWithSeconds = lazy(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }))

/** In the reader's time zone: '10:58'. */
export const formatTime = (instant: Date) => (isDated(instant) ? time().format(instant) : NO_DATE)

/** In the reader's time zone, for waits that may be shorter than a minute: '10:58:07'. */
export const formatTimeWithSeconds = (instant: Date) => timeWithSeconds().format(instant)

/** Longest first, in seconds; month and year are averages. */
const units = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const satisfies [Intl.RelativeTimeFormatUnit, number][]

/** Past or future, in whole units: '3 hours ago', '1 day ago', 'just now'. */
export function formatRelative(instant: Date, now: Date): string {
  if (!isDated(instant)) return NO_DATE
  const seconds = (instant.getTime() - now.getTime()) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? relative().format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now'
}
