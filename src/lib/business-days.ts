import { easter } from 'date-easter'

/**
 * Business days of England and Wales: Monday to Friday without bank holidays, as '2026-11-21'.
 * Bank holidays follow the Banking and Financial Dealings Act 1971 and the yearly proclamations, which have been the same since 1978, so
 * every year can be computed. One-off holidays have to be entered in `proclaimed`; without that a date promised for such a day is a day too
 * early.
 * @see https://www.gov.uk/bank-holidays
 */

const DAY_MS = 24 * 60 * 60 * 1000

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day)
const weekday = (at: number) => new Date(at).getUTCDay()

const SUNDAY = 0
const SATURDAY = 6
const isWeekend = (at: number) => weekday(at) === SUNDAY || weekday(at) === SATURDAY

/** One-off bank holidays, and regular ones that were moved away. */
const proclaimed: Readonly<Record<number, { added: readonly string[]; dropped: readonly string[] }>> = {
  2020: { added: ['2020-05-08'], dropped: ['2020-05-04'] },
  2022: { added: ['2022-06-02', '2022-06-03', '2022-09-19'], dropped: ['2022-05-30'] },
  2023: { added: ['2023-05-08'], dropped: [] },
}

const mondayFrom = (at: number) => at + ((8 - weekday(at)) % 7) * DAY_MS

/** A holiday on a weekend moves to the next free day. */
function substituted(dates: readonly number[]): number[] {
  const kept: number[] = []
  // Weekdays first: Boxing Day on a Monday stays, and Christmas Day follows it.
  for (const date of dates.toSorted((one, other) => Number(isWeekend(one)) - Number(isWeekend(other)))) {
    let day = date
    while (isWeekend(day) || kept.includes(day)) day += DAY_MS
    kept.push(day)
  }
  return kept
}

export function bankHolidays(year: number): string[] {
  const { month, day } = easter(year)
  const sunday = utc(year, month, day)
  const usual = [
    ...substituted([utc(year, 1, 1)]),
    sunday - 2 * DAY_MS,
    sunday + DAY_MS,
    mondayFrom(utc(year, 5, 1)),
    // The last Monday of a month is the first of its last seven days.
    mondayFrom(utc(year, 5, 25)),
    mondayFrom(utc(year, 8, 25)),
    ...substituted([utc(year, 12, 25), utc(year, 12, 26)]),
  ].map(isoDay)
  const { added, dropped } = proclaimed[year] ?? { added: [], dropped: [] }
  return [...usual.filter((each) => !dropped.includes(each)), ...added].toSorted()
}

const isHoliday = (day: string) => bankHolidays(Number(day.slice(0, 4))).includes(day)

export const isBusinessDay = (day: string): boolean => !isWeekend(Date.parse(day)) && !isHoliday(day)

/** The day itself does not count: one business day after Friday is Monday. */
export function addBusinessDays(day: string, count: number): string {
  let at = Date.parse(day)
  for (let left = count; left > 0;) {
    at += DAY_MS
    if (isBusinessDay(isoDay(at))) left -= 1
  }
  return isoDay(at)
}
