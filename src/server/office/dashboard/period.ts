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

/** A month of the business. */
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

/** A table whose rows are counted by the hour and by the day of their `created_at` in UTC. */
export interface CountedByTime {
  table: Prisma.Sql
  /** Its name in list_counts. */
  noun: 'orders' | 'profiles'
  /** The sum's expression, in the table's own columns. */
  amount: Prisma.Sql
  /** The SQL condition of rows that count. */
  counts: Prisma.Sql
}

/** Neighbouring keys of list_counts, from `first` up to before `past`. */
interface Span {
  noun: string
  first: string
  past: string
}

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** The start (ms) of the day or hour that contains an instant. */
export const floorTo = (unit: number, instant: Date) => new Date(Math.floor(instant.getTime() / unit) * unit)
const ceilTo = (unit: number, instant: Date) => new Date(Math.ceil(instant.getTime() / unit) * unit)
/** 2026-06-30T23:00:00Z → '2026-06-30T23' */
export const hourKey = (hour: Date) => hour.toISOString().slice(0, 13)
/** 2026-06-30T00:00:00Z → '2026-06-30' */
export const dayKey = (day: Date) => day.toISOString().slice(0, 10)
/** Sorts after every day and every hour, byte by byte. */
const END = '~'
const isSome = ({ first, past }: Span) => first < past

/** The whole hours of a period, joined to days where possible. @param to not included; without it there is no end */
function spansOf(noun: CountedByTime['noun'], from: Date, to: Date | undefined): Span[] {
  const first = ceilTo(HOUR_MS, from)
  const firstDay = ceilTo(DAY_MS, first)
  const hours = (start: Date, end: Date) => ({ noun: `${noun} by hour`, first: hourKey(start), past: hourKey(end) })
  const days = (past: string) => ({ noun: `${noun} by day`, first: dayKey(firstDay), past })
  if (!to) return [hours(first, firstDay), days(END)].filter(isSome)
  const last = floorTo(HOUR_MS, to)
  const lastDay = floorTo(DAY_MS, last)
  if (lastDay <= firstDay) return [hours(first, last)].filter(isSome)
  return [hours(first, firstDay), days(dayKey(lastDay)), hours(lastDay, last)].filter(isSome)
}

/** The parts of an hour at either end of a period. */
function restsOf(from: Date, to: Date | undefined): [Date, Date][] {
  const first = ceilTo(HOUR_MS, from)
  const rests: [Date, Date][] = []
  if (first > from) rests.push([from, first])
  if (to && floorTo(HOUR_MS, to) < to) rests.push([floorTo(HOUR_MS, to), to])
  return rests
}

/**
 * A subselect of rows `(rows, amount)` that add up to the number and the amounts of the rows made in a period. Whole days and hours come
 * from the stored counts, parts of an hour from the table by its index.
 * @param from included
 * @param to not included; without it, up to the last row there is
 */
const partsOf = ({ table, noun, amount, counts }: CountedByTime, from: Date, to?: Date): Prisma.Sql =>
  Prisma.join(
    [
      ...spansOf(noun, from, to).map(
        (span) =>
          Prisma.sql`SELECT sum(rows) AS rows, sum(amount) AS amount FROM list_counts
            WHERE noun = ${span.noun} AND key >= ${span.first} AND key < ${span.past}`,
      ),
      ...restsOf(from, to).map(
        ([start, end]) => Prisma.sql`SELECT count(*), sum(${amount}) FROM ${table}
            WHERE ${counts} AND created_at >= ${start} AND created_at < ${end}`,
      ),
    ],
    ' UNION ALL ',
  )

/** A subselect of one row `(rows, amount)`: the number and the sum of the rows made in a period. */
export const inPeriod = (counted: CountedByTime, from: Date, to?: Date): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(sum(rows), 0)::int AS rows, coalesce(sum(amount), 0) AS amount FROM (${partsOf(counted, from, to)}) AS parts)`
