import { describe, expect, it } from 'vitest'
import { carrierNames, parcelPage } from '~/contracts/carriers'
import { isEmailedByDefault, type CaseStatus } from '~/contracts/cases/emails'
import { fillTemplate } from '~/contracts/office/email-templates'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { repairTexts, type RepairFacts } from '~/server/cases/kinds/repair-texts'
import { tradeInTexts, type TradeInFacts } from '~/server/cases/kinds/trade-in-texts'
import { caseText } from '~/server/cases/base/case-words'
import { documentOf, statusEmail } from '~/server/cases/status-text'

const company = { name: 'Ohmfield', addressLines: ['Unit 4', 'London'], email: 'hello@ohmfield.example', phone: '+44 20 7946 0182' }
const common = { company, number: 'REP-1001', device: 'Bitmain Antminer S19', carrier: null, trackingNumber: null }
/** Opened at the desk, worked on, and with no estimate. */
const done = { outcome: 'repaired' as const, isHere: true, estimate: null, accepted: null, done: [], tradeInNumber: null }
const repair = (facts: Partial<RepairFacts> = {}): RepairFacts => ({
  ...common,
  ...done,
  service: null,
  isClaim: false,
  isExpedited: false,
  warrantyDays: 30,
  estimatedCost: null,
  actualCost: null,
  pay: null,
  ...facts,
})
const tradeIn = (facts: Partial<TradeInFacts> = {}): TradeInFacts => ({
  ...common,
  isHere: false,
  offer: null,
  fromRepairNumber: null,
  cameOn: new Date('2026-11-20T09:00:00Z'),
  estimatedValue: null,
  finalValue: null,
  credit: null,
  ...facts,
})
/** With the shop's own words. */
function statusText(facts: RepairFacts | TradeInFacts, status: CaseStatus) {
  const of = 'service' in facts ? statusEmail(repairTexts, facts, status) : statusEmail(tradeInTexts, facts, status)
  return caseText({ texts: { fill: fillTemplate } }, of.template, of.values)
}

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
        /Questions\? Call \+44 20 7946 0182 or email hello@ohmfield\.example, and quote REP-1001\.\n\nOhmfield\nUnit 4\nLondon$/,
      )
      expect(body).not.toMatch(/null|undefined|NaN/)
    }
  })

  it('says when and how to pay, once a repair is over, and never that it is sent next while that is open', () => {
    const pay = {
      ...{ noun: 'repairs' as const, status: 'testing' as const, cost: 175, due: 49.9, depositDue: 0, dueOn: null, isOverdue: false },
      ...{ toCredit: 0, onAccount: 0, isBilled: false, hasBill: true, isFormer: false, promised: 0 },
    }
    const completed = statusText(repair({ pay }), 'completed').body
    expect(completed).toContain(
      'Please pay €49.90; our invoice follows by email. We send your machine to you when it is paid. The page below says how to pay. We will email you when it is on its way.',
    )
    expect(completed).not.toContain('Next we pack it')
    expect(statusText(repair({ pay: { ...pay, due: 0 } }), 'completed').body).toContain('Next we pack it and send it to you.')
    expect(statusText(repair({ pay }), 'shipped').body).toContain('Please pay €49.90; our invoice follows by email.')
    expect(statusText(repair({ pay: { ...pay, due: 0 } }), 'shipped').body).not.toContain('pay')
  })

  it('says of a cost that is paid that it is paid, not that it is to be paid', () => {
    const pay = {
      ...{ noun: 'repairs' as const, status: 'testing' as const, cost: 180, due: 0, depositDue: 0, dueOn: null, isOverdue: false },
      ...{ toCredit: 0, onAccount: 0, isBilled: true, hasBill: true, isFormer: false, promised: 0 },
    }
    const cost = (facts: Partial<typeof pay>, more: Partial<RepairFacts> = {}) =>
      statusText(repair({ actualCost: 180, pay: { ...pay, ...facts }, ...more }), 'completed').body
    expect(cost({})).toContain('is repaired and tested. The cost of €180.00 is paid.')
    expect(cost({ promised: 180 })).toContain('The cost is €180.00, which your store credit pays.')
    expect(cost({ due: 180 })).toContain('The cost is €180.00.')
    expect(cost({}, { outcome: 'declined', done: [{ label: 'Diagnosis', amount: 180 }] })).toContain('The cost of €180.00 is paid.')
    expect(cost({}, { actualCost: 0 })).toContain('It costs you nothing.')
  })

  it('names an expedited repair so while it is worked on', () => {
    for (const status of ['received', 'diagnosing', 'repairing', 'testing'] as const)
      for (const facts of [{}, { isHere: false }, { outcome: 'unanswered' as const, estimate: { state: 'sent' as const, total: 150 } }]) {
        expect(statusText(repair({ ...facts, isExpedited: true }), status).body).toContain('It is expedited: we take it first.')
        expect(statusText(repair(facts), status).body).not.toContain('xpedited')
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
    expect(statusText(tradeIn(), 'submitted').body).toContain('send it to:\nOhmfield\nUnit 4\nLondon')
    expect(statusText(tradeIn({ finalValue: 700 }), 'approved').body).toContain('for €700.00 of store credit')
    expect(statusText(tradeIn({ finalValue: 700 }), 'completed').body).toContain('Its value is €700.00')
    expect(statusText(tradeIn({ isHere: true }), 'rejected').body).toContain('we will send it back to you')
    expect(statusText(tradeIn(), 'rejected').body).toContain('If you have not sent it yet, please keep it')
    const here = tradeIn({ isHere: true, fromRepairNumber: 'REP-7' })
    expect(statusText(here, 'submitted').body).toMatch(/it was repair REP-7\.[^]*We have the device/)
    expect(statusText(here, 'submitted').body).not.toContain('send it to')
    expect([documentOf(here, 'submitted'), documentOf(tradeIn(), 'submitted')]).toEqual(['receipt', 'packing-slip'])
    const back = statusText(tradeIn({ carrier: 'DPD', trackingNumber: '15501' }), 'rejected').body
    expect(back).toContain('is on its way back to you.\n\nCarrier: DPD\nTracking number: 15501')
  })

  it('follows what was accepted and done of a repair, whatever its status', () => {
    const asked = { state: 'sent', total: 150 } as const
    const line = { label: 'Diagnosis', amount: 30 }
    const wrong = /is repaired|repaired and tested|under warranty for/
    for (const [outcome, state, why] of [
      ['declined', 'declined', 'You declined our estimate of €150.00'],
      ['unanswered', 'expired', 'You did not answer our estimate of €150.00'],
      ['unanswered', 'sent', 'You did not answer our estimate of €150.00'],
      ['undone', 'accepted', 'We have not repaired your Bitmain Antminer S19'],
    ] as const) {
      const of = repair({ outcome, estimate: { ...asked, state }, accepted: outcome === 'undone' ? 150 : null })
      for (const status of ['completed', 'shipped'] as const) {
        const { subject, body } = statusText(of, status)
        expect(body, `${outcome} ${status}`).toContain(why)
        expect(`${subject} ${body}`).not.toMatch(wrong)
        expect(body).toContain('It costs you nothing.')
        expect(body).toContain('there is no repair warranty')
        const paid = statusText({ ...of, done: [line], actualCost: 30 }, status).body
        expect(paid).toContain('What we have done:\nDiagnosis: €30.00\nThe cost is €30.00.')
        expect(paid).not.toContain('costs you nothing')
        expect(statusText({ ...of, isClaim: true }, status).body).toContain('The warranty of the earlier repair stays as it was.')
      }
    }
    expect(statusText(repair({ outcome: 'declined', estimate: { state: 'declined', total: 150 } }), 'testing').body).not.toMatch(wrong)
    expect(
      statusText(repair({ outcome: 'declined', estimate: { state: 'declined', total: 150 }, estimatedCost: 150 }), 'repairing').body,
    ).toContain('You have declined our estimate of €150.00')
    // Accepted work is done, and work declined beyond it is not.
    const further = repair({ estimate: { state: 'declined', total: 60 }, accepted: 150, actualCost: 150 })
    expect(statusText(further, 'completed').body).toMatch(
      /repaired and tested[^]*You did not accept the further work in our estimate of €60\.00[^]*under warranty for 30/,
    )
    expect(statusText(repair({ outcome: 'finished' }), 'completed').body).toMatch(
      /work on your Bitmain Antminer S19 \(repair REP-1001\) is finished/,
    )
    const closed = statusText(repair({ outcome: 'closed', isHere: false }), 'completed').body
    expect(closed).toContain('If we have the device')
    expect(closed).not.toMatch(wrong)
    const traded = statusText(repair({ outcome: 'traded_in', tradeInNumber: 'TRD-9', actualCost: 0 }), 'completed').body
    expect(traded).toContain('turned repair REP-1001 of your Bitmain Antminer S19 into a trade-in, TRD-9')
    expect(traded).not.toMatch(wrong)
  })

  it('says that a device has not come yet, with the slip for its parcel', () => {
    const expected = repair({ outcome: 'closed', isHere: false })
    const { subject, body } = statusText(expected, 'received')
    expect(`${subject} ${body}`).not.toMatch(/We have received your device|has arrived. It is/)
    expect(body).toContain('send it to:\nOhmfield\nUnit 4\nLondon')
    expect([documentOf(expected, 'received'), documentOf(repair(), 'received')]).toEqual(['packing-slip', 'receipt'])
    expect(documentOf(expected, 'shipped')).toBe('packing-slip')
  })

  it('says what waits for an answer before it promises what comes next', () => {
    const asked = repair({ outcome: 'unanswered', estimate: { state: 'sent', total: 150 } })
    for (const status of ['received', 'diagnosing'] as const) {
      expect(statusText(asked, status).body).toContain('Our estimate of €150.00 is waiting for your answer')
      expect(statusText(asked, status).body).not.toContain('we will tell you the cost')
    }
    const offered = (state: 'sent' | 'accepted' | 'declined' | 'disputed' | 'expired') =>
      tradeIn({ isHere: true, offer: { state, total: 475 }, finalValue: 475 })
    expect(statusText(offered('accepted'), 'evaluated').body).toContain('You have accepted our offer of €475.00')
    expect(statusText(offered('sent'), 'evaluated').body).not.toContain('Next we send you our offer')
    for (const state of ['sent', 'declined', 'disputed', 'expired'] as const) {
      expect(statusText(offered(state), 'approved').body).toMatch(/othing is settled until you/)
      // Who has not agreed hears that it ended, and no refusal of the machine.
      const { subject, body } = statusText(offered(state), 'rejected')
      expect(subject).toBe('Your trade-in REP-1001 has ended')
      expect(body).toMatch(/^You have .*€475\.00 .*The trade-in of your Bitmain Antminer S19 \(REP-1001\) has therefore ended\./)
      expect(`${subject} ${body}`).not.toMatch(/not taking|cannot take/i)
    }
    expect(statusText(offered('accepted'), 'approved').body).toContain('We are taking your Bitmain Antminer S19')
    expect(statusText(tradeIn(), 'rejected').subject).toBe('We cannot take your device: trade-in REP-1001')
  })

  it('keeps within what an email may be, whatever a row holds', () => {
    const { subject, body } = statusText(
      repair({ number: `R\n${'9'.repeat(5000)}`, device: 'x '.repeat(5000), carrier: 'c'.repeat(5000) }),
      'shipped',
    )
    expect(subject.length).toBeLessThanOrEqual(200)
    expect(subject).not.toContain('\n')
    expect(body.length).toBeLessThan(2_000)
    expect(() => statusText(repair(), 'approved')).toThrow('No status of REP-1001: approved')
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
