import { lazy } from './lazy'

/** PostgreSQL also has 'infinity', years beyond 9999 and years BC, which JavaScript and JSON lack: such instants are clamped. */

const EARLIEST = new Date('0001-01-01T00:00:00.000Z')
const LATEST = new Date('9999-12-31T23:59:59.999Z')
// Each row of a list has two instants, and comparing numbers takes half the time of comparing dates.
const EARLIEST_MS = EARLIEST.getTime()
const LATEST_MS = LATEST.getTime()

/** Reads PostgreSQL's ISO 8601, with 'T' or a space. */
export function readInstant(text: string): Date {
  if (text.startsWith('-') || text.endsWith('BC')) return EARLIEST
  const ms = Date.parse(text)
  if (Number.isNaN(ms) || ms > LATEST_MS) return LATEST
  return ms < EARLIEST_MS ? EARLIEST : new Date(ms)
}

/** The two limits mean 'unknown'. */
export const isDated = (instant: Date): boolean => instant > EARLIEST && instant < LATEST

const longMonth = lazy(() => new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }))

const MINUTE = 60_000

/** Creating a formatter costs as much as formatting some hundred days; there is one for each business time zone. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  dayFormats.set(timeZone, known)
  return known
}

/** '2026-11-21'. @param timeZone an IANA name; without it the machine's own zone */
export const calendarDay = (instant: Date, timeZone?: string) =>
  timeZone === undefined
    ? new Date(instant.getTime() - instant.getTimezoneOffset() * MINUTE).toISOString().slice(0, 10)
    : dayFormat(timeZone).format(instant)

const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** '2026-11-21' → '21 November 2026'. Without `Intl`, whose formatter slows a legal page down (docs/decisions/005). */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${monthNames[Number(month) - 1]} ${year}`
}

/** '2026-07' → 'July 2026'. */
export const formatMonth = (month: string) => longMonth().format(new Date(`${month}-01T00:00:00Z`))

const shortMonth = lazy(() => new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' }))

/** For an axis, which has little room: '2026-07' → 'Jul 26'. */
export const formatShortMonth = (month: string) => shortMonth().format(new Date(`${month}-01T00:00:00Z`))

const shortDay = lazy(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }))

/** For columns of the back office: '2026-11-21' → '21 Nov 2026'. */
export const formatShortDay = (day: string) => shortDay().format(new Date(`${day}T00:00:00Z`))
