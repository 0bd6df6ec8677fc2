import { describe, expect, it } from 'vitest'
import { estimateStates } from '~/contracts/cases/estimates'
import { offerStates } from '~/contracts/cases/offers'
import { caseProgress } from '~/contracts/cases/progress/case-progress'
import type { Progress, RepairFacts, TradeInFacts } from '~/contracts/cases/progress/progress'
import { repairOutcomes } from '~/contracts/repair-outcomes'
import { dueNow, type PayFacts } from '~/contracts/billing/when-to-pay'
import { isFinalStatus, repairStatuses, tradeInStatuses, type RepairStatus } from '~/contracts/statuses'

/**
 * Every sentence that the head of a customer's page says, for each combination of facts: case-sentences.txt is the table, to be read
 * whole when it changes. Combinations that the shop itself never makes, such as a test bench without a machine, come of plain SQL.
 */

const say = { day: (at: Date) => `[${at.toISOString().slice(5, 10)}]`, euro: (amount: number) => `EUR ${amount}` }
const on = (day: number) => new Date(Date.UTC(2026, 10, day))
const [asked, sent, arrived, answered, done, left, expires] = [1, 2, 3, 6, 10, 11, 20].map(on) as [Date, Date, Date, Date, Date, Date, Date]
const both = [false, true] as const

/** The place of the machine: still with its customer, on its way, or here. */
const places = [
  ['with customer', { sent: null, isHere: false, arrived: null }],
  ['on its way', { sent, isHere: false, arrived: null }],
  ['here', { sent, isHere: true, arrived }],
] as const
const shared = { asked, done: null, reached: {}, hasParcelBack: false, passed: null, withdrawn: null, hasAddress: true }

const states = <State extends string>(all: readonly State[]) => all.filter((state): state is Exclude<State, 'draft'> => state !== 'draft')
const quoteOf = <State extends string>(state: State) => ({
  state,
  total: 100,
  expires,
  answered: state === 'sent' || state === 'expired' ? null : answered,
})

/** A bill of 100 with an amount due; it is invoiced once the repair is over. */
const payOf = (status: RepairStatus, due: number, depositDue = 0): PayFacts => ({
  ...{ noun: 'repairs', status, cost: 100, due, depositDue, toCredit: 0, onAccount: 0, promised: 0, isFormer: false },
  ...{ dueOn: isFinalStatus(status) && due > 0 ? '2026-11-25' : null, isOverdue: false, isBilled: isFinalStatus(status), hasBill: true },
})

type Row = [name: string, facts: RepairFacts | TradeInFacts]

function openRepairs(): Row[] {
  const quotes = [null, ...states(estimateStates)]
  return repairStatuses
    .filter((status) => !isFinalStatus(status))
    .flatMap((status) =>
      places.flatMap(([place, where]) =>
        quotes.flatMap((state) =>
          (state === null ? [null] : [null, 50]).map((acceptedBefore): Row => [
            `repair, ${status}, ${place}, ${state === null ? 'no estimate' : `estimate ${state}`}${acceptedBefore === null ? '' : ' after an accepted one'}`,
            {
              ...{ noun: 'repairs', ...shared, ...where, status, quote: state && quoteOf(state), acceptedBefore },
              ...{ outcome: null, tradeIn: null, pay: state === 'accepted' ? payOf(status, 100) : null },
            },
          ]),
        ),
      ),
    )
}

/** Repairs whose deposit is not paid. */
const withDeposit = (): Row[] =>
  repairStatuses
    .filter((status) => !isFinalStatus(status))
    .map((status): Row => [
      `repair, ${status}, here, estimate accepted, EUR 30 of its deposit unpaid`,
      {
        ...{ noun: 'repairs', ...shared, sent, isHere: true, arrived, status, quote: quoteOf('accepted'), acceptedBefore: null },
        ...{ outcome: null, tradeIn: null, pay: payOf(status, 100, 30) },
      },
    ])

function overRepairs(): Row[] {
  return (['completed', 'shipped'] as const).flatMap((status) =>
    [...repairOutcomes, null].flatMap((outcome) =>
      [null, 0, 75].flatMap((owed) =>
        both.map((hasParcelBack): Row => [
          `repair, ${status}, came to ${outcome ?? 'nothing that is known'}, ${owed === null ? 'cost unknown' : owed === 0 ? 'paid' : 'EUR 75 unpaid'}${hasParcelBack ? ', parcel back known' : ''}`,
          {
            ...{ noun: 'repairs', ...shared, status, outcome, pay: owed === null ? null : payOf(status, owed), hasParcelBack, done },
            ...{ sent, isHere: outcome !== 'closed', arrived: outcome === 'closed' ? null : arrived },
            ...{ quote: null, acceptedBefore: null, tradeIn: outcome === 'traded_in' ? 'TRD-1' : null },
            reached: status === 'shipped' ? { shipped: left } : {},
          },
        ]),
      ),
    ),
  )
}

function tradeIns(): Row[] {
  const quotes = [null, ...states(offerStates)]
  const ends = (status: string) =>
    status === 'completed'
      ? ([
          ['no value', { value: null, isAgreed: true, credited: null }],
          ['not agreed', { value: null, isAgreed: false, credited: null }],
          ['credit waits', { value: 90, isAgreed: true, credited: null }],
          ['credit added', { value: 90, isAgreed: true, credited: { amount: 90, at: left } }],
        ] as const)
      : ([['', { value: status === 'approved' ? 90 : null, isAgreed: true, credited: null }]] as const)
  return tradeInStatuses.flatMap((status) =>
    places.flatMap(([place, where]) =>
      quotes.flatMap((state) =>
        ends(status).flatMap(([end, money]) =>
          (status === 'rejected' ? both : [false]).map((hasParcelBack): Row => [
            `trade-in, ${status}, ${place}, ${state === null ? 'no offer' : `offer ${state}`}${end && `, ${end}`}${hasParcelBack ? ', parcel back known' : ''}`,
            {
              ...{ noun: 'tradeIns', ...shared, ...where, ...money, status, quote: state && quoteOf(state), hasParcelBack },
              ...{ done: status === 'completed' ? done : null, reached: status === 'rejected' ? { rejected: done } : {} },
            },
          ]),
        ),
      ),
    ),
  )
}

const passedOn = (row: Row): Row => [`${row[0]}, with another customer now`, { ...row[1], passed: done }]
const withoutAddress = (row: Row): Row => [`${row[0]}, no address`, { ...row[1], hasAddress: false }]
const withdrawnOn = (row: Row): Row => [`${row[0]}, withdrawn`, { ...row[1], withdrawn: done }]
const isUnsent = ([, { isHere, sent, quote, status }]: Row) =>
  !isHere && sent === null && quote === null && (isFinalStatus(status) || status === 'received' || status === 'submitted')
const own = [...openRepairs(), ...overRepairs(), ...tradeIns(), ...withDeposit()]
const rows = [
  ...own,
  ...own.filter((_row, index) => index % 40 === 0).map(passedOn),
  ...own.filter(isUnsent).map(withdrawnOn),
  ...own.map(withoutAddress),
].map(([name, facts]) => ({
  name,
  facts,
  progress: caseProgress(say, facts),
}))

/** A missing address adds one need to the same sentences: a few rows show it. */
const isTold = ({ facts, progress }: (typeof rows)[number], index: number) => facts.hasAddress || (progress.asksAddress && index % 40 === 0)

const stageText = ({ stages, current }: Progress) =>
  stages
    .map(
      ({ name, at, isSkipped }, index) =>
        `${isSkipped ? '–' : index < current ? '✓' : index === current ? '▸' : '·'} ${name}${at ? ` ${say.day(at)}` : ''}`,
    )
    .join('  ')

it('every combination of facts has its sentence', async () => {
  const text = rows
    .filter(isTold)
    .map(
      ({ name, progress }) =>
        `${name}\n    ${progress.headline}\n    ${progress.next}${progress.need ? `  <${progress.need}>` : ''}\n    ${stageText(progress)}\n`,
    )
    .join('\n')
  expect(rows.length).toBeGreaterThan(300)
  await expect(text).toMatchFileSnapshot('case-sentences.txt')
})

describe('what is said', () => {
  const every = (holds: (row: (typeof rows)[number]) => boolean) =>
    rows.filter((row) => !holds(row)).map(({ name, progress }) => [name, progress.headline, progress.next])

  it('says what comes next, in whole sentences', () => {
    expect(every(({ progress: { headline, next } }) => /^[A-Z€].*\.$/.test(headline) && /^[A-Z€].*\.$/.test(next))).toEqual([])
    expect(every(({ progress: { headline, next } }) => !/null|undefined|NaN|Invalid/.test(headline + next))).toEqual([])
  })

  it('asks for an answer where one can be given, and nowhere else', () => {
    const canAnswer = ({ status, quote, passed }: RepairFacts | TradeInFacts) =>
      quote?.state === 'sent' && !isFinalStatus(status) && passed === null
    expect(every(({ facts, progress: { need } }) => (need === 'answer') === canAnswer(facts))).toEqual([])
  })

  it('asks for the machine only while nothing says that it is here or on its way', () => {
    expect(
      every(
        ({ facts, progress: { need } }) =>
          need !== 'parcel' || (facts.withdrawn === null && !facts.isHere && facts.sent === null && facts.quote === null),
      ),
    ).toEqual([])
    expect(
      every(({ facts, progress: { headline } }) => !/arrived on|is with us/.test(headline) || facts.isHere || facts.status !== 'received'),
    ).toEqual([])
  })

  it('claims a repair, a payment and store credit only where there is one', () => {
    expect(
      every(
        ({ facts, progress: { headline } }) =>
          !headline.includes('is repaired') || (facts.noun === 'repairs' && facts.outcome === 'repaired'),
      ),
    ).toEqual([])
    expect(
      every(
        ({ facts, progress: { next } }) =>
          !/[Pp]lease pay|You pay/.test(next) || (facts.noun === 'repairs' && facts.pay !== null && facts.pay.due > 0),
      ),
    ).toEqual([])
    expect(
      every(
        ({ facts, progress: { headline } }) => !headline.includes('We added') || (facts.noun === 'tradeIns' && facts.credited !== null),
      ),
    ).toEqual([])
    expect(every(({ facts, progress: { headline } }) => !headline.includes('You accepted') || facts.quote?.state === 'accepted')).toEqual(
      [],
    )
  })

  it('never says that a machine is sent next while it waits to be paid', () => {
    expect(
      every(
        ({ facts, progress: { next } }) =>
          !next.includes('Next we send it') || facts.noun !== 'repairs' || facts.pay === null || dueNow(facts.pay) === 0,
      ),
    ).toEqual([])
  })

  it('asks for a payment where something is left to pay of a repair that is over, or of a deposit before the work', () => {
    const owes = (facts: RepairFacts | TradeInFacts) =>
      facts.noun === 'repairs' &&
      facts.passed === null &&
      facts.pay !== null &&
      dueNow(facts.pay) > 0 &&
      facts.outcome !== 'closed' &&
      facts.outcome !== 'traded_in'
    expect(every(({ facts, progress: { need } }) => (need === 'payment') === owes(facts))).toEqual([])
  })

  it('speaks of a deposit only where one is asked for', () => {
    const noun = 'repairs'
    const facts = {
      ...shared,
      noun,
      sent,
      isHere: true,
      arrived,
      status: 'received',
      quote: quoteOf('accepted'),
      acceptedBefore: null,
    } as const
    const headline = (deposit: number) =>
      caseProgress(say, { ...facts, outcome: null, tradeIn: null, pay: { ...payOf('received', 100, deposit), isBilled: true } }).headline
    expect(headline(30)).toMatch(/comes next, once its deposit is paid\.$/)
    // An invoice of everything is due before the work.
    expect(headline(0)).toMatch(/comes next\.$/)
  })

  it('asks for a missing address once the machine is to go back, and only then', () => {
    const goesBack = (facts: RepairFacts | TradeInFacts) =>
      facts.noun === 'repairs'
        ? !['shipped'].includes(facts.status) &&
          (facts.acceptedBefore !== null || ['accepted', 'declined'].includes(facts.quote?.state ?? ''))
        : facts.quote?.state === 'declined' && ['submitted', 'evaluated', 'approved'].includes(facts.status)
    expect(every(({ facts, progress }) => !progress.asksAddress || (!facts.hasAddress && facts.passed === null))).toEqual([])
    expect(every(({ facts, progress }) => facts.hasAddress || !goesBack(facts) || progress.asksAddress)).toEqual([])
    expect(every(({ facts, progress }) => !progress.asksAddress || facts.isHere || facts.quote !== null)).toEqual([])
  })

  it('has the same number of stages all the way', () => {
    const numbers = { repairs: 6, tradeIns: 4 }
    expect(every(({ facts: { noun }, progress: { stages } }) => stages.length === numbers[noun])).toEqual([])
  })

  it('marks one stage as under way, or all as done, and dates none that is still to come', () => {
    expect(every(({ progress: { stages, current } }) => current >= 0 && current <= stages.length)).toEqual([])
    expect(every(({ progress: { stages, current } }) => stages.every(({ at }, index) => at === null || index <= current))).toEqual([])
  })
})
