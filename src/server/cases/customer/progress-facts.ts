import { stateAt } from '~/contracts/cases/estimates'
import type { RepairFacts, TradeInFacts } from '~/contracts/cases/progress/progress'
import { caseStatuses } from '~/contracts/cases/emails'
import type { PublicEvent } from '~/contracts/cases/tracking'
import { isFinalStatus } from '~/contracts/statuses'
import type { Repair, TradeIn } from '~/generated/prisma/client'
import type { RepairStanding, TradeInStanding } from '~/server/cases/base/case-standing'
import { toAmountOrNull } from '~/server/platform/database/column-values'

type Row = Pick<Repair, 'createdAt' | 'sentInAt' | 'arrivedAt' | 'completedAt' | 'carrier' | 'trackingNumber' | 'returnAddress'>
type Reached = RepairFacts['reached']

interface Known {
  now: Date
  reached?: Reached
  endedAt?: Date | null
  withdrawn?: Date | null
}

/** Last time of each status. @param events newest first */
export function reachedOf(events: readonly PublicEvent[]): Reached {
  const known = new Set<string>([...caseStatuses.repairs, ...caseStatuses.tradeIns])
  const set = events.flatMap((event) => (event.kind === 'status' && known.has(event.status) ? [[event.status, event.at] as const] : []))
  return Object.fromEntries(set.toReversed())
}

/** Null if a status was set since. @param events newest first */
export function withdrawnOf(events: readonly { kind: string; at: Date }[]): Date | null {
  const last = events.find(({ kind }) => kind === 'status' || kind === 'withdrawn')
  return last?.kind === 'withdrawn' ? last.at : null
}

const shared = (row: Row, { hasArrived }: { hasArrived: boolean }, { reached = {}, endedAt = null, withdrawn = null }: Known) => ({
  asked: row.createdAt,
  sent: row.sentInAt,
  isHere: hasArrived,
  arrived: row.arrivedAt,
  done: row.completedAt,
  reached,
  hasParcelBack: Boolean(row.carrier ?? row.trackingNumber),
  hasAddress: Boolean(row.returnAddress?.trim()),
  passed: endedAt,
  withdrawn,
})

function quoteAt(quote: TradeInStanding['offer'], now: Date): TradeInFacts['quote'] {
  if (quote === null) return null
  const state = stateAt({ state: quote.state, expiresAt: quote.expires }, now)
  return state === 'draft' ? null : { ...quote, state }
}

export function repairFactsOf(
  row: Row & Pick<Repair, 'status'>,
  standing: RepairStanding,
  { pay, ...known }: Known & Pick<RepairFacts, 'pay'>,
): RepairFacts {
  const { estimate, accepted, outcome, tradeInNumber } = standing
  const found = quoteAt(estimate, known.now)
  // The database refuses a disputed estimate.
  const quote = found && { ...found, state: found.state === 'disputed' ? ('declined' as const) : found.state }
  const before = accepted === null ? 0 : Math.round((accepted - (quote?.state === 'accepted' ? quote.total : 0)) * 100) / 100
  return {
    noun: 'repairs',
    ...shared(row, standing, known),
    status: row.status,
    quote,
    acceptedBefore: before > 0 ? before : null,
    outcome: isFinalStatus(row.status) ? outcome : null,
    tradeIn: tradeInNumber,
    pay,
  }
}

export const tradeInFactsOf = (
  row: Row & Pick<TradeIn, 'status' | 'finalValue'>,
  standing: TradeInStanding,
  known: Known,
): TradeInFacts => ({
  noun: 'tradeIns',
  ...shared(row, standing, known),
  status: row.status,
  quote: quoteAt(standing.offer, known.now),
  value: toAmountOrNull(row.finalValue),
  isAgreed: standing.isAgreed,
  credited: standing.credited > 0 && standing.creditedAt ? { amount: standing.credited, at: standing.creditedAt } : null,
})
