import type { CaseNoun } from '~/contracts/case-ref'
import type { QuoteKind } from './quote-kind'
import { repairEstimates } from './repair-estimates'
import { tradeInOffers } from './trade-in-offers'

export const quoteKinds: Record<CaseNoun, QuoteKind> = { repairs: repairEstimates, tradeIns: tradeInOffers }
