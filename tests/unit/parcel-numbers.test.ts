import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parcelHint, parcelPage } from '~/contracts/carriers'
import { carrierOfNumber, isMistyped, isParcelNumber, parcelNumber, parcelSpellings } from '~/contracts/parcel-numbers'

/** Made up, with check digits that are reckoned; the two of UPS and RB… are examples of public test data (jkeen/tracking_number_data). */
describe('a parcel\u2019s number', () => {
  it.each([
    ['RR 473 124 951 GB', 'RR473124951GB', 'Royal Mail'],
    ['rr473124951gb', 'RR473124951GB', 'Royal Mail'],
    ['RB 1234 5678 5 GB', 'RB123456785GB', 'Royal Mail'],
    ['RB123456785US', 'RB123456785US', null],
    ['1z 5r8 939 03 5756 7127', '1Z5R89390357567127', 'UPS'],
    ['1Z8V92A70367203024', '1Z8V92A70367203024', 'UPS'],
    ['1550 1234 5678 90', '15501234567890', 'DPD'],
    ['JD01 4600 0012 3456 7890', 'JD014600001234567890', 'DHL'],
    ['T00AA A012 3456 789', 'T00AAA0123456789', 'Evri'],
    ['7956 4321 0987', '795643210987', null],
    ['by hand on Monday', 'by hand on Monday', null],
    ['collected on 20 November', 'collected on 20 November', null],
    ['', '', null],
  ])('%j is stored as %j, of %s', (typed, number, carrier) => {
    expect([parcelNumber(typed), carrierOfNumber(typed), isMistyped(typed)]).toEqual([number, carrier, false])
  })

  it.each([
    ['%000RG1415501234567890101826', '15501234567890'],
    ['00 81827 0998 0000 0200 33 350 276 C', '09980000020033'],
    ['%0081827099800000200333502 76', '09980000020033'],
    ['1001921334250001000300779017972697', '779017972697'],
  ])('stands in the long barcode %j: %s', (barcode, number) => expect(parcelNumber(barcode)).toBe(number))

  it.each(['RB123456786GB', 'RR473124952GB', '1Z5R89390357567128', '1Z8V92A70367203020'])(
    '%s has a wrong check digit, and is taken',
    (typed) => {
      expect([isMistyped(typed), parcelNumber(typed), isParcelNumber(typed)]).toEqual([true, typed, true])
      expect(parcelHint({ carrier: null, trackingNumber: typed })).toMatch(/^The check digit does not fit/)
    },
  )

  it('with one digit or two neighbours that are not the same in each other\u2019s place is found mistyped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 9 }), (place, added) => {
        const digits = Array.from('47312495')
        digits[place] = String((Number(digits[place]) + added) % 10)
        expect(isMistyped(`RR${digits.join('')}1GB`)).toBe(true)
      }),
    )
  })

  it('of one carrier beside the name of another is pointed out, and Parcelforce carries for Royal Mail', () => {
    const hint = (carrier: string) => parcelHint({ carrier, trackingNumber: '1Z5R89390357567127' })
    expect([hint('ups'), hint(''), hint('DPD')]).toEqual([null, null, 'This looks like a number of UPS.'])
    expect(parcelHint({ carrier: 'Parcelforce', trackingNumber: 'RR473124951GB' })).toBeNull()
  })

  it('leads to the page of its carrier, named or known by the number', () => {
    expect(parcelPage({ carrier: null, trackingNumber: 'RR 473 124 951 GB' })).toContain(
      'royalmail.com/track-your-item#/tracking-results/RR473124951GB',
    )
    expect(parcelPage({ carrier: 'Parcelforce', trackingNumber: 'RR473124951GB' })).toContain('parcelforce.com')
    expect(parcelPage({ carrier: ' ', trackingNumber: '%000RG1415501234567890101826' })).toBe(
      'https://track.dpd.co.uk/search?reference=15501234567890',
    )
    expect([
      parcelPage({ carrier: 'my van', trackingNumber: 'RR473124951GB' }),
      parcelPage({ carrier: null, trackingNumber: 'x' }),
    ]).toEqual([null, null])
  })

  it('is read again as the same, whatever is typed', () => {
    const parts = fc.constantFrom('RR', 'GB', '1Z', '%', '15', ' ', '-', '473124951', '00', 'JD01', '\u200b', '7', 'x', '.')
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(parts, { maxLength: 30 }).map((chosen) => chosen.join('')),
    )
    fc.assert(
      fc.property(texts, (typed) => {
        const number = parcelNumber(typed)
        expect(parcelNumber(number)).toBe(number)
        for (const spelling of parcelSpellings(typed)) expect(parcelNumber(spelling)).toBe(number)
      }),
      { numRuns: 2_000 },
    )
    expect(parcelNumber('1'.repeat(1_000_000)).length).toBeLessThanOrEqual(1_000_000)
  })
})
