import { describe, expect, it } from 'vitest'
import { addBusinessDays, bankHolidays, isBusinessDay } from '~/lib/business-days'
import { repairDueOn, tradeInDueOn } from '~/server/cases/deadlines'

describe('bank holidays of England and Wales', () => {
  // As https://www.gov.uk/bank-holidays had and has them.
  it.each([
    [2020, '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'],
    [2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
    [2022, '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
    [2023, '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
    [2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    [2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
    [2028, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
    // Christmas Day on a Sunday, and Easter as late as it can be.
    [2033, '01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27'],
    [2038, '01-01 04-23 04-26 05-03 05-31 08-30 12-27 12-28'],
  ])('are known in %s', (year, days) => {
    expect(bankHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  })

  it('are known for as long as anybody may ask', () => {
    for (const year of [1970, 2100, 2999]) expect(new Set(bankHolidays(year)).size, String(year)).toBe(8)
  })
})

describe('business days', () => {
  it('leave weekends and holidays out', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-12-25', '2026-12-28', '2026-12-29'].map(isBusinessDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ])
  })

  it.each([
    ['a Monday', '2026-11-16', 5, '2026-11-23'],
    ['a Friday', '2026-11-20', 1, '2026-11-23'],
    ['a Saturday, as on the Friday before', '2026-11-21', 1, '2026-11-23'],
    ['the Thursday before Easter', '2026-04-02', 2, '2026-04-08'],
    ['Christmas Eve, with Boxing Day on a Saturday', '2026-12-24', 2, '2026-12-30'],
    ['the last days of a year', '2027-12-24', 5, '2028-01-05'],
    ['nothing to wait for', '2026-11-21', 0, '2026-11-21'],
  ])('are counted from %s', (_from, day, count, due) => {
    expect(addBusinessDays(day, count)).toBe(due)
  })
})

describe('what is promised on arrival', () => {
  it('is counted from the day of the shop’s own time zone', () => {
    const arrived = new Date('2026-04-02T23:30:00Z')
    expect(repairDueOn(arrived, 'power_supply', 'Europe/London')).toBe('2026-04-08')
    expect(repairDueOn(arrived, 'power_supply', 'Pacific/Kiritimati')).toBe('2026-04-08')
    expect(repairDueOn(new Date('2026-11-16T23:30:00Z'), 'power_supply', 'Asia/Tokyo')).toBe('2026-11-19')
    expect(repairDueOn(new Date('2026-11-16T23:30:00Z'), 'power_supply', 'Europe/London')).toBe('2026-11-18')
  })

  it.each([
    ['hashboard', '2026-11-23'],
    ['control_board', '2026-11-19'],
    ['power_supply', '2026-11-18'],
    ['other', '2026-11-23'],
    [null, '2026-11-23'],
  ] as const)('is the longest that the service takes: %s', (service, day) => {
    expect(repairDueOn(new Date('2026-11-16T10:00:00Z'), service, 'Europe/London')).toBe(day)
  })

  it('is three days for a trade-in, and nothing for what arrived at no time', () => {
    expect(tradeInDueOn(new Date('2026-11-20T10:00:00Z'), 'Europe/London')).toBe('2026-11-25')
    expect(tradeInDueOn(new Date('9999-12-31T23:59:59.999Z'), 'Europe/London')).toBeNull()
  })
})
