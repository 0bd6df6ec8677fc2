import { expect, it } from 'vitest'
import { calendarDay, formatDay } from '~/lib/instant'

it('names the day of the place, not of Greenwich', () => {
  const instant = new Date('2026-11-21T23:30:00Z')
  expect(calendarDay(instant, 'Europe/London')).toBe('2026-11-21')
  expect(calendarDay(instant, 'Asia/Tokyo')).toBe('2026-11-22')
  expect(formatDay('2026-11-21')).toBe('21 November 2026')
})
