import type { Progress, RepairFacts, Say, TradeInFacts } from './progress'
import { repairProgress } from './repair-progress'
import { tradeInProgress } from './trade-in-progress'

/** Says where a case stands for its customer, what comes next, and what is needed of them. */
export const caseProgress = (say: Say, facts: RepairFacts | TradeInFacts): Progress =>
  facts.noun === 'repairs' ? repairProgress(say, facts) : tradeInProgress(say, facts)
