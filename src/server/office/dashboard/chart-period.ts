import { TZDate } from '@date-fns/tz'
import { Prisma } from '~/generated/prisma/client'

/** The instants between which the dashboard counts, in the business's own time zone. */
export interface MonthBounds {
  /** The start of the current month. */
  thisMonth: Date
  /** The start of the month before it. */
  lastMonth: Date
  /** The start of that month's last day, at which 'last month' ends (requirements §9). */
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

export interface Month {
  /** For example '2026-07'. */
  name: string
  from: Date
  /** The start of the next one; undefined for the current month. */
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

/** A table whose rows are counted by the time of their `created_at`. */
export interface CountedByTime {
  table: Prisma.Sql
  /** The sum, in the table's own columns. */
  amount: Prisma.Sql
  /** The SQL condition of rows that count. */
  counts: Prisma.Sql
}

/**
 * A subselect of one row `(rows, amount)`: the number and the sum of the rows made in a period.
 * @param from included
 * @param to not included; without it, up to the last row there is
 */
export const inPeriod = ({ table, amount, counts }: CountedByTime, from: Date, to?: Date): Prisma.Sql => Prisma.sql`(
  SELECT count(*)::int AS rows, ${amount} AS amount FROM ${table}
  WHERE ${counts} AND created_at >= ${from} AND created_at < ${to ?? Prisma.sql`'infinity'`})`
