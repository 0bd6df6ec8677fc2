import type { CaseNoun } from '~/contracts/cases/cases'
import type { CaseKind } from './kind'
import { repairs } from './repairs'
import { tradeIns } from './trade-ins'

/** Each kind of case by its noun. */
export const caseKinds: Record<CaseNoun, CaseKind> = { repairs, tradeIns }
