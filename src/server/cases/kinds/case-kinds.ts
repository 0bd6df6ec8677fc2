import type { CaseNoun } from '~/contracts/case-ref'
import type { CaseKind } from './case-kind'
import { repairs } from './repair-kind'
import { tradeIns } from './trade-in-kind'

export const caseKinds: Record<CaseNoun, CaseKind> = { repairs, tradeIns }
