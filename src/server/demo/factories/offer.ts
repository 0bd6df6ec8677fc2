import { OFFER_DAYS, type OfferState } from '~/contracts/cases/offers'
import { checklistOf, type Check } from '~/contracts/cases/checklist'
import { valueAfterDeductions, type Deduction } from '~/contracts/cases/deductions'
import { conditionGrades, conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { machineSnapshot } from '~/contracts/cases/trade-in-inputs'
import type { Prisma, TradeInStatus } from '~/generated/prisma/client'
import { daysBefore, type Source } from './source'
import type { TradeInRow } from './trade-in'

export interface EvaluatedTradeIn {
  tradeIn: TradeInRow
  checks: Prisma.TradeInCheckCreateManyInput[]
  deductions: Prisma.TradeInDeductionCreateManyInput[]
  quotes: Prisma.CaseQuoteCreateManyInput[]
  details: ({ id: string } & Pick<
    Prisma.TradeInOfferUncheckedCreateInput,
    'grade' | 'baseValue' | 'deductions' | 'checks' | 'overrideReason'
  >)[]
}

const FAN = 25

interface Fault extends Pick<Deduction, 'label' | 'explanation'> {
  item: Check['item']
  note: string
}

const faults: readonly Fault[] = [
  { item: 'fans', note: 'One fan is worn.', label: 'Fan replacement', explanation: 'A fan is worn and has to be replaced.' },
  { item: 'corrosion', note: 'The connectors are corroded.', label: 'Corrosion', explanation: 'Connectors are corroded by damp.' },
  {
    item: 'power_supply',
    note: 'It came without one.',
    label: 'Missing power supply',
    explanation: 'The machine came without the power supply that belongs to it.',
  },
]

/** EUR. */
const offFor = (amount: number, { label, explanation }: Fault): Deduction[] =>
  amount <= 0 ? [] : [{ reasonId: null, label, explanation, kind: 'fixed', amount }]

/** Offer states of evaluated trade-ins; each but the last is over. */
const underWay: readonly (readonly OfferState[])[] = [['expired', 'sent'], ['draft']]

const settled = (status: TradeInStatus): readonly OfferState[] => (status === 'rejected' ? ['disputed', 'declined'] : ['accepted'])

/** A draft or a sent offer once evaluated, an accepted or a declined one afterwards. A raised value has a reason. */
export function offerFactory(source: Source) {
  const { faker, now } = source
  let evaluated = 0

  return (tradeIn: TradeInRow): EvaluatedTradeIn => {
    const { id: tradeInId, status, createdAt, estimatedValue: base } = tradeIn
    const none = { tradeIn, checks: [], deductions: [], quotes: [], details: [] }
    if (status === 'submitted' || base === null) return none
    const grade = conditionGrades.find((known) => tradeIn.conditionAssessment?.startsWith(conditionLabels[known])) ?? 'good'
    const agreed = tradeIn.finalValue
    const fault = faker.helpers.arrayElement(faults)
    const deductions = offFor(agreed === null ? Math.min(FAN, base) : base - agreed, fault)
    const checks: Check[] = checklistOf(machineSnapshot.parse(tradeIn.machineSnapshot)?.category ?? null).map((item) =>
      item === fault.item && deductions.length > 0 ? { item, result: 'fault', note: fault.note } : { item, result: 'ok', note: '' },
    )
    const value = agreed ?? valueAfterDeductions(base, deductions)
    const states = status === 'evaluated' ? (underWay[evaluated++ % underWay.length] ?? []) : settled(status)

    const made = states.map((state, index) => {
      const isOpen = state === 'sent' || state === 'draft'
      // A waiting offer was sent recently, however long the machine has been here.
      const from = isOpen ? new Date(Math.max(createdAt.getTime(), daysBefore(now, 3).getTime())) : createdAt
      const later = (days: number) => new Date(Math.min(daysBefore(from, -days).getTime(), now.getTime()))
      // Days; one that replaces another comes after it.
      const wait = isOpen && index > 0 ? 0.4 : 0
      const sentAt = later(wait + faker.number.float({ min: 0.1, max: 0.4 }))
      const answeredAt = later(faker.number.float({ min: 0.5, max: 0.9 }))
      const isAnswered = state !== 'expired' && !isOpen
      return {
        id: faker.string.uuid(),
        caseId: tradeInId,
        number: index + 1,
        state,
        total: value,
        sentAt: state === 'draft' ? null : sentAt,
        expiresAt: state === 'draft' ? null : state === 'expired' ? answeredAt : daysBefore(sentAt, -OFFER_DAYS),
        answeredAt: isAnswered ? answeredAt : null,
        answerVia: isAnswered ? ('telephone' as const) : null,
        createdAt: sentAt,
        updatedAt: isAnswered ? answeredAt : sentAt,
      }
    })
    const quotes = made.map((quote, index) =>
      quote.state === 'expired' ? { ...quote, expiresAt: made[index + 1]?.sentAt ?? quote.expiresAt } : quote,
    )
    const isAccepted = quotes.some(({ state }) => state === 'accepted')
    return {
      tradeIn: { ...tradeIn, foundGrade: grade, finalValue: isAccepted ? value : null },
      checks: checks.map((check) => ({ id: faker.string.uuid(), tradeInId, ...check })),
      deductions: deductions.map((deduction, position) => ({ id: faker.string.uuid(), tradeInId, position, ...deduction })),
      quotes,
      details: quotes.map(({ id }) => ({
        id,
        grade,
        baseValue: base,
        deductions: deductions.map((deduction) => ({ ...deduction })),
        checks: checks.map((check) => ({ ...check })),
        overrideReason: value > base ? 'This model is sought after at present.' : null,
      })),
    }
  }
}
