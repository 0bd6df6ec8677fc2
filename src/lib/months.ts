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
