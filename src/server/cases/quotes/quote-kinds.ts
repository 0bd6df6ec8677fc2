import type { CaseNoun } from '~/contracts/case-ref'
import type { QuoteKind } from './quote-kind'
import { repairEstimates } from './repair-estimates'
import { tradeInOffers } from './trade-in-offers'

/** The quote of each kind of case. */
export const quoteKinds: Record<CaseNoun, QuoteKind> = { repairs: repairEstimates, tradeIns: tradeInOffers }
