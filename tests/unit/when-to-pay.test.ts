import { describe, expect, it } from 'vitest'
import { owedOf, type WorkMoney } from '~/contracts/billing/owed'
import {
  dueNow,
  payStateOf,
  payStates,
  whenAccepted,
  whenToPay,
  whenToPayInvoice,
  type PayFacts,
  type PayState,
} from '~/contracts/billing/when-to-pay'
import { orderStatuses, repairStatuses } from '~/contracts/statuses'

/** When and how a customer pays, state by state, and the amounts that decide it. */

const say = { day: (day: string) => `[${day.slice(5)}]`, euro: (amount: number) => `EUR ${amount}` }

type Repair = Extract<PayFacts, { noun: 'repairs' }>
type Order = Extract<PayFacts, { noun: 'orders' }>
const nothing = {
  ...{ cost: null, due: 0, depositDue: 0, dueOn: null, isOverdue: false, toCredit: 0, onAccount: 0 },
  ...{ isBilled: false, hasBill: false, isFormer: false, promised: 0 },
}
const repair = (facts: Partial<Repair>): PayFacts => ({ noun: 'repairs', status: 'received', ...nothing, ...facts })
const order = (facts: Partial<Order>): PayFacts => ({ noun: 'orders', status: 'pending', ...nothing, ...facts })
const agreed = { cost: 200, due: 200 }
const billed = { cost: 200, due: 140, isBilled: true, hasBill: true, dueOn: '2026-12-04' }

/** Each state with facts that lead to it, and its sentence without the ways to pay. */
const table: Record<PayState, readonly [facts: PayFacts, sentence: string][]> = {
  nothing: [
    [repair({}), ''],
    [repair({ cost: 0, status: 'completed' }), ''],
    [order({ status: 'cancelled', cost: 0 }), ''],
  ],
  paid: [
    [repair({ cost: 200, hasBill: true, isBilled: true, status: 'shipped' }), 'Nothing is left to pay.'],
    [order({ cost: 70, hasBill: true, onAccount: 20 }), 'Nothing is left to pay. EUR 20 of yours is on account with us.'],
  ],
  store_credit: [
    [repair({ cost: 200, promised: 200, status: 'repairing' }), 'Your store credit pays this, and nothing else is left to pay.'],
  ],
  ended: [
    [
      order({ status: 'cancelled', cost: 0, hasBill: true, isBilled: true, toCredit: 9140 }),
      'Nothing is left to pay. You get a credit note for the EUR 9140 that was still to pay.',
    ],
    [
      order({ status: 'cancelled', cost: 0, hasBill: true, onAccount: 50 }),
      'Nothing is left to pay. EUR 50 of yours is on account with us.',
    ],
    [
      repair({ status: 'completed', cost: 0, hasBill: true, isBilled: true, toCredit: 175 }),
      'Nothing is left to pay. You get a credit note for the EUR 175 that was still to pay.',
    ],
  ],
  deposit: [
    [
      repair({ ...agreed, depositDue: 60, dueOn: '2026-12-04', hasBill: true }),
      'Please pay EUR 60 by [12-04]. That is the deposit: we begin when it is paid. You pay the other EUR 140 when the work is done. How to pay is shown here.',
    ],
    [
      repair({ ...agreed, depositDue: 200, status: 'diagnosing' }),
      'Please pay EUR 200 now. That is the deposit: we begin when it is paid. How to pay is shown here.',
    ],
  ],
  deposit_late: [
    [
      repair({ ...agreed, depositDue: 60, dueOn: '2026-11-04', isOverdue: true, status: 'repairing' }),
      'EUR 60 was due on [11-04]. Please pay it now. That is the deposit. You pay the other EUR 140 when the work is done. How to pay is shown here.',
    ],
  ],
  when_done: [
    [repair({ ...agreed }), 'You pay EUR 200 when the work is done.'],
    [repair({ ...agreed, due: 140, status: 'testing' }), 'You pay EUR 140 when the work is done.'],
  ],
  billed_early: [[repair({ ...billed, status: 'repairing' }), 'Please pay EUR 140 by [12-04]. How to pay is shown here.']],
  invoice_follows: [
    [
      repair({ ...agreed, status: 'completed' }),
      'Please pay EUR 200; our invoice follows by email. We send your machine to you when it is paid. How to pay is shown here.',
    ],
  ],
  before_return: [
    [
      repair({ ...billed, status: 'completed' }),
      'Please pay EUR 140 by [12-04]. We send your machine to you when it is paid. How to pay is shown here.',
    ],
    [
      repair({ ...billed, status: 'completed', isOverdue: true }),
      'EUR 140 was due on [12-04]. Please pay it now. We send your machine to you when it is paid. How to pay is shown here.',
    ],
  ],
  invoice_follows_sent: [
    [repair({ ...agreed, status: 'shipped' }), 'Please pay EUR 200; our invoice follows by email. How to pay is shown here.'],
  ],
  after_return: [
    [repair({ ...billed, status: 'shipped' }), 'Please pay EUR 140 by [12-04]. How to pay is shown here.'],
    [repair({ ...billed, isFormer: true, status: 'repairing' }), 'Please pay EUR 140 by [12-04]. How to pay is shown here.'],
  ],
  before_dispatch: [
    [order({ cost: 70, due: 70 }), 'Please pay EUR 70 now. We send your order when it is paid. How to pay is shown here.'],
    [
      order({ ...billed, status: 'processing' }),
      'Please pay EUR 140 by [12-04]. We send your order when it is paid. How to pay is shown here.',
    ],
  ],
  after_dispatch: [[order({ ...billed, status: 'completed' }), 'Please pay EUR 140 by [12-04]. How to pay is shown here.']],
}

describe('when and how to pay', () => {
  for (const state of payStates)
    it.each(table[state])(`is said where it is ‘${state}’ (%#)`, (facts, sentence) => {
      expect(payStateOf(facts)).toBe(state)
      expect(whenToPay(say, facts, 'here')).toBe(sentence)
    })

  const every = [
    ...repairStatuses.map((status) => ({ noun: 'repairs' as const, status })),
    ...orderStatuses.map((status) => ({ noun: 'orders' as const, status })),
  ].flatMap((of): PayFacts[] =>
    [0, 90].flatMap((due) =>
      [0, 30].flatMap((deposit) =>
        [true, false].flatMap((isBilled) =>
          [0, 40].map((toCredit) => ({
            ...nothing,
            ...of,
            ...{
              cost: 90,
              due,
              depositDue: isBilled || ['completed', 'shipped'].includes(of.status) ? 0 : Math.min(due, deposit),
              isBilled,
              hasBill: isBilled,
              toCredit,
            },
          })),
        ),
      ),
    ),
  )

  it('asks for nothing, and names no way to pay, unless it is to be paid now', () => {
    for (const facts of every) {
      const said = whenToPay(say, facts, 'here')
      expect(said.includes('How to pay'), said).toBe(dueNow(facts) > 0)
      expect(/Please pay|was due/.test(said), said).toBe(dueNow(facts) > 0)
      expect(said.includes('when the work is done') && facts.status === 'completed', said).toBe(false)
      if (facts.due === 0) expect(dueNow(facts)).toBe(0)
      expect(dueNow(facts)).toBeLessThanOrEqual(facts.due)
    }
  })

  it('says before an acceptance what comes first', () => {
    expect(whenAccepted(say, { total: 200, deposit: 0 })).toBe('You pay when the work is done; store credit can pay it.')
    expect(whenAccepted(say, { total: 200, deposit: 60 })).toBe(
      'You pay a deposit of EUR 60 before we begin, and the other EUR 140 when the work is done; store credit can pay that.',
    )
    expect(whenAccepted(say, { total: 200, deposit: 200 })).toBe('You pay EUR 200 as a deposit, before we begin.')
  })

  it('says of one invoice by when and how', () => {
    expect(whenToPayInvoice(say, { amount: 0, dueOn: '2026-12-04', isOverdue: true }, 'email')).toBe('Nothing is left to pay.')
    expect(whenToPayInvoice(say, { amount: 5, dueOn: '2026-12-04', isOverdue: false }, 'email')).toBe(
      'Please pay EUR 5 by [12-04]. The page below says how to pay.',
    )
  })
})

describe('what is owed', () => {
  const work: WorkMoney = {
    ...{
      cost: 175,
      isEnded: false,
      isDone: false,
      isPaidElsewhere: false,
      isFormer: false,
      hasInvoice: false,
      billed: 0,
      credited: 0,
      billedToOthers: 0,
    },
    ...{ owed: 0, openDeposits: 0, toCredit: 0, interest: 0, paid: 0, onAccount: 0, held: 0, captured: 0, pending: 0, alreadyBilled: 0 },
  }
  it.each<[string, Partial<WorkMoney>, { due: number; depositDue?: number; unbilled?: number }]>([
    ['the cost before a bill', {}, { due: 175, unbilled: 175 }],
    [
      'less store credit, money on account and paid deposits',
      { held: 20, pending: 5, onAccount: 30, paid: 10 },
      { due: 110, unbilled: 175 },
    ],
    ['a deposit first', { openDeposits: 50, owed: 50, billed: 50, alreadyBilled: 50 }, { due: 175, depositDue: 50, unbilled: 125 }],
    ['no deposit first once the work is done', { isDone: true, openDeposits: 50, owed: 50, billed: 50 }, { due: 175, depositDue: 0 }],
    ['what the invoice is owed', { hasInvoice: true, owed: 75, billed: 175, alreadyBilled: 175, paid: 100 }, { due: 75, unbilled: 0 }],
    [
      'the invoice until it is credited, though the work costs less',
      { cost: 70, hasInvoice: true, owed: 100, billed: 100, alreadyBilled: 100 },
      { due: 100 },
    ],
    [
      'nothing of a cancelled order',
      { cost: 0, isEnded: true, hasInvoice: true, owed: 175, billed: 175, toCredit: 175 },
      { due: 0, unbilled: 0 },
    ],
    ['no interest of what has ended before its bill', { cost: null, isEnded: true, interest: 3, owed: 3, toCredit: 3 }, { due: 0 }],
    [
      'the fee of a repair that goes back',
      { cost: 30, isEnded: true, hasInvoice: true, owed: 175, billed: 175, toCredit: 145 },
      { due: 30 },
    ],
    ['nothing to the shop of what its platform was paid', { isPaidElsewhere: true }, { due: 0, unbilled: 0 }],
    ['nothing of what others were billed', { billedToOthers: 175, alreadyBilled: 175 }, { due: 0, unbilled: 0 }],
    [
      'by a former customer what they were billed',
      { isFormer: true, cost: 999, billed: 60, credited: 10, owed: 50, hasInvoice: true },
      { due: 50, unbilled: 0 },
    ],
    [
      'nothing of a part that was credited',
      { hasInvoice: true, owed: 0, billed: 175, credited: 25, alreadyBilled: 175, paid: 150 },
      { due: 0, unbilled: 0 },
    ],
  ])('is %s', (_name, money, { due, depositDue = 0, unbilled }) => {
    expect(owedOf({ ...work, ...money })).toMatchObject({ due, depositDue, ...(unbilled !== undefined && { unbilled }) })
  })
})
