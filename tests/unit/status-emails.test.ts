import { describe, expect, it } from 'vitest'
import { carrierNames, parcelPage } from '~/contracts/carriers'
import { isEmailedByDefault } from '~/contracts/case-emails'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { statusText, type RepairFacts, type TradeInFacts } from '~/server/cases/status-text'

const company = { name: 'Ohmfield', addressLines: ['Unit 4', 'London'], email: 'hello@ohmfield.example', phone: '+44 20 7946 0182' }
const common = { company, number: 'REP-1001', device: 'Bitmain Antminer S19', carrier: null, trackingNumber: null }
const repair = (facts: Partial<RepairFacts> = {}) =>
  ({ noun: 'repairs', ...common, service: null, isClaim: false, estimatedCost: null, actualCost: null, ...facts }) as const
const tradeIn = (facts: Partial<TradeInFacts> = {}) =>
  ({ noun: 'tradeIns', ...common, estimatedValue: null, finalValue: null, ...facts }) as const

describe('the email about a status', () => {
  it('names the case, the device, the company and what happens next, for every status', () => {
    const texts = [
      ...repairStatuses.map((status) => statusText(repair(), status)),
      ...tradeInStatuses.map((status) => statusText(tradeIn(), status)),
    ]
    expect(new Set(texts.map(({ subject }) => subject)).size).toBe(texts.length)
    for (const { subject, body } of texts) {
      expect(subject).toContain('REP-1001')
      expect(body).toContain('Bitmain Antminer S19')
      expect(body).toMatch(
        /Questions\? Call \+44 20 7946 0182 or write to hello@ohmfield\.example, and name REP-1001\.\n\nOhmfield\nUnit 4\nLondon$/,
      )
      expect(body).not.toMatch(/null|undefined|NaN/)
    }
  })

  it('says what a repair costs and how long it takes, where that is known', () => {
    expect(statusText(repair({ service: 'hashboard' }), 'received').body).toContain('usually takes 3 to 5 business days')
    expect(statusText(repair({ isClaim: true }), 'received').body).toContain('costs you nothing')
    expect(statusText(repair({ estimatedCost: 120 }), 'repairing').body).toContain('The estimated cost is €120.00.')
    expect(statusText(repair({ actualCost: 150.5 }), 'completed').body).toContain('The cost is €150.50.')
    expect(statusText(repair({ actualCost: 0 }), 'completed').body).toContain('It costs you nothing.')
    expect(statusText(repair(), 'completed').body).toContain('under warranty for 30 days')
  })

  it('says what a trade-in is worth, and where it goes', () => {
    expect(statusText(tradeIn({ estimatedValue: 800 }), 'submitted').body).toContain('quoted at €800.00 of store credit')
    expect(statusText(tradeIn(), 'submitted').body).toContain('send it to\nOhmfield\nUnit 4\nLondon')
    expect(statusText(tradeIn({ finalValue: 700 }), 'approved').body).toContain('for €700.00 of store credit')
    expect(statusText(tradeIn({ finalValue: 700 }), 'completed').body).toContain('Its value is €700.00')
    expect(statusText(tradeIn(), 'rejected').body).toContain('We send it back to you')
    const back = statusText(tradeIn({ carrier: 'DPD', trackingNumber: '15501' }), 'rejected').body
    expect(back).toContain('is on its way back to you.\n\nCarrier: DPD\nTracking number: 15501')
  })

  it('keeps within what an email may be, whatever a row holds', () => {
    const { subject, body } = statusText(
      repair({ number: `R\n${'9'.repeat(5000)}`, device: 'x '.repeat(5000), carrier: 'c'.repeat(5000) }),
      'shipped',
    )
    expect(subject.length).toBeLessThanOrEqual(200)
    expect(subject).not.toContain('\n')
    expect(body.length).toBeLessThan(2_000)
    expect(() => statusText(repair(), 'approved')).toThrow('No status of repairs: approved')
  })

  it('goes out for what customers wait for', () => {
    expect(repairStatuses.filter((status) => isEmailedByDefault('repairs', status))).toEqual(['received', 'completed', 'shipped'])
    expect(tradeInStatuses.filter((status) => isEmailedByDefault('tradeIns', status))).toEqual([
      'submitted',
      'approved',
      'rejected',
      'completed',
    ])
  })
})

describe('the page of a parcel', () => {
  it('is the carrier’s own, over https, with the number encoded', () => {
    for (const carrier of carrierNames) {
      const page = new URL(parcelPage({ carrier, trackingNumber: ' a/b?c#d&e ' }) ?? '')
      expect(page.protocol).toBe('https:')
      expect(page.href).toContain('a%2Fb%3Fc%23d%26e')
    }
    expect(parcelPage({ carrier: 'dpd', trackingNumber: '1550 1' })).toBe('https://track.dpd.co.uk/search?reference=15501')
    expect(parcelPage({ carrier: 'royal-mail', trackingNumber: 'AB1' })).toContain('royalmail.com')
  })

  it('is none for another carrier, and without a number that could be one', () => {
    expect(parcelPage({ carrier: 'javascript:alert(1)', trackingNumber: '1' })).toBeNull()
    expect(parcelPage({ carrier: 'UPS', trackingNumber: '  ' })).toBeNull()
    expect(parcelPage({ carrier: null, trackingNumber: '1' })).toBeNull()
    expect(parcelPage({ carrier: 'UPS', trackingNumber: '1'.repeat(101) })).toBeNull()
    expect(parcelPage({ carrier: 'UPS', trackingNumber: '\ud800' })).toBeNull()
  })
})
