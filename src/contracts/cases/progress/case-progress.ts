import type { Progress, RepairFacts, Say, TradeInFacts } from './progress'
import { repairProgress } from './repair-progress'
import { tradeInProgress } from './trade-in-progress'

export function caseProgress(say: Say, facts: RepairFacts | TradeInFacts): Progress {
  const { isReturned, ...progress } = facts.noun === 'repairs' ? repairProgress(say, facts) : tradeInProgress(say, facts)
  const asksAddress = isReturned && !facts.hasAddress && facts.passed === null && facts.withdrawn === null
  return { ...progress, asksAddress, need: progress.need ?? (asksAddress ? 'address' : null) }
}
