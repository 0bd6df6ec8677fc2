import { describe, expect, it } from 'vitest'
import { daysOf, monthsOf, presetDays } from '~/server/office/reports/report-period'

describe('the days of a report', () => {
  it.each([
    ['thisMonth', '2026-02-28', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['thisYear', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['last12Months', '2026-11-20', '2025-12-01', '2026-11-20'],
    ['last12Months', '2026-12-31', '2026-01-01', '2026-12-31'],
  ] as const)('are for %s on %s from %s to %s', (preset, today, from, to) => {
    expect(presetDays(preset, today)).toEqual({ from, to })
  })

  it('begin with the day where the business is', () => {
    const now = () => new Date('2026-06-30T23:30:00Z')
    expect(daysOf({ now, businessTimeZone: 'Europe/London' }, { preset: 'thisMonth' })).toEqual({ from: '2026-07-01', to: '2026-07-01' })
    expect(daysOf({ now, businessTimeZone: 'America/New_York' }, { preset: 'thisMonth' })).toEqual({ from: '2026-06-01', to: '2026-06-30' })
  })

  it('lie in months, over the turn of a year and of one day too', () => {
    expect(monthsOf({ from: '2025-11-30', to: '2026-02-01' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsOf({ from: '2026-05-05', to: '2026-05-05' })).toEqual(['2026-05'])
  })
})
