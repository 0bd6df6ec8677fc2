import { reportPresets, type ReportDays, type ReportPeriod, type ReportPreset } from '~/contracts/office/reports'
import { calendarDay } from '~/lib/instant'
import type { Services } from '~/server/services'

const isoDay = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** @param today '2026-11-21' */
export function presetDays(preset: ReportPreset, today: string): ReportDays {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  // Day 0 is the last day of the month before.
  switch (preset) {
    case 'thisMonth':
      return { from: isoDay(year, month, 1), to: today }
    case 'lastMonth':
      return { from: isoDay(year, month - 1, 1), to: isoDay(year, month, 0) }
    case 'thisYear':
      return { from: isoDay(year, 0, 1), to: today }
    case 'last12Months':
      return { from: isoDay(year, month - 11, 1), to: today }
  }
}

export function daysOf(
  { now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>,
  { preset, from, to }: ReportPeriod,
): ReportDays {
  if (from !== undefined && to !== undefined) return { from, to }
  return presetDays(preset ?? reportPresets[0], calendarDay(now(), businessTimeZone))
}

export function monthsOf({ from, to }: ReportDays): string[] {
  const months: string[] = []
  const year = Number(from.slice(0, 4))
  for (let month = Number(from.slice(5, 7)) - 1; ; month++) {
    const name = isoDay(year, month, 1).slice(0, 7)
    if (name > to.slice(0, 7)) return months
    months.push(name)
  }
}
