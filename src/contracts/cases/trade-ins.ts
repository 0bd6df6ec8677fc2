import { caseInputsWithEmail } from './emails'
import type { CaseOwner } from './cases'
import type { Customer, QuoteState } from '~/contracts/status-inputs'
import type { DeviceInfo } from '~/contracts/device-info'
import type { ListPage } from '~/contracts/list-page'
import { tradeInStatuses, type TradeInStatus } from '~/contracts/statuses'
import type { SentQuote } from './sent-quote'
import type { ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { MachineSnapshot } from './trade-in-inputs'

export const tradeInInputs = caseInputsWithEmail(tradeInStatuses)

export interface TradeIn {
  id: string
  tradeInNumber: string
  userId: string | null
  status: TradeInStatus
  deviceInfo: DeviceInfo
  conditionAssessment: string | null
  evaluationNotes: string | null
  /** EUR of store credit, as is `finalValue`; null if not set. */
  estimatedValue: number | null
  finalValue: number | null
  /** In the catalogue; null also for a deleted machine. */
  machineId: string | null
  /** Of the catalogue's machine at the time of quoting. */
  machineVersion: number | null
  /** The customer's grade, and the inspection's. */
  grade: ConditionGrade | null
  foundGrade: ConditionGrade | null
  accessories: string | null
  arrivalCondition: string | null
  dueOn: string | null
  assignedTo: string | null
  assignee: Customer | null
  unreadMessages: number
  quoteState: QuoteState | null
  location: string | null
  /** The latest sent offer, even if a newer draft exists. */
  offer: SentQuote | null
  completedAt: Date | null
  carrier: string | null
  trackingNumber: string | null
  returnAddress: string | null
  createdAt: Date
  updatedAt: Date
  version: number
  customer: Customer
}

/** `pendingEvaluation`: submitted and evaluated trade-ins; `totalValue`: EUR of final values of completed ones (requirements §4, §9). */
export type TradeInList = ListPage<TradeIn, Record<TradeInStatus, number>> & { pendingEvaluation: number; totalValue: number }

export interface TradeInPage {
  tradeIn: TradeIn
  machine: MachineSnapshot
  owner: CaseOwner | null
  fromRepair: { id: string; repairNumber: string } | null
}
