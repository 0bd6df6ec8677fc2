import type { Progress, RepairFacts, Say, TradeInFacts } from './progress'
import { repairProgress } from './repair-progress'
import { tradeInProgress } from './trade-in-progress'

/** A case's state for its customer, the next step, and what is needed of them. */
export function caseProgress(say: Say, facts: RepairFacts | TradeInFacts): Progress {
  const { isReturned, ...progress } = facts.noun === 'repairs' ? repairProgress(say, facts) : tradeInProgress(say, facts)
  const asksAddress = isReturned && !facts.hasAddress && facts.passed === null && facts.withdrawn === null
  return { ...progress, asksAddress, need: progress.need ?? (asksAddress ? 'address' : null) }
}
