import { TZDate } from '@date-fns/tz'

/** The instants between which the dashboard counts, in the business's own time zone. */
export interface MonthBounds {
  /** When the current month began. */
  thisMonth: Date
  /** When the month before it began. */
  lastMonth: Date
  /** When the last day of that month began, which is where 'last month' ends (spec §9). */
  lastDayOfLastMonth: Date
}

/** The bounds of the months around an instant. @param timeZone an IANA name, for example 'Europe/London' */
export function monthBounds(now: Date, timeZone: string): MonthBounds {
  const today = new TZDate(now, timeZone)
  const startOf = (month: number, day: number) => new Date(new TZDate(today.getFullYear(), month, day, timeZone).getTime())
  const month = today.getMonth()
  // Day 0 is the last day of the month before.
  return { thisMonth: startOf(month, 1), lastMonth: startOf(month - 1, 1), lastDayOfLastMonth: startOf(month, 0) }
}

/** A month of the business. */
export interface Month {
  /** For example '2026-07'. */
  name: string
  from: Date
  /** When the next one begins; undefined for the current month, which has no end yet. */
  to: Date | undefined
}

/** The current month and those before it, oldest first. @param timeZone an IANA name */
export function latestMonths(now: Date, timeZone: string, count: number): Month[] {
  const today = new TZDate(now, timeZone)
  const startOf = (back: number) => new TZDate(today.getFullYear(), today.getMonth() - back, 1, timeZone)
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    const start = startOf(back)
    const name = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}`
    return { name, from: new Date(start.getTime()), to: back === 0 ? undefined : new Date(startOf(back - 1).getTime()) }
  })
}
