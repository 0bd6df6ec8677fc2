import { caseInputsWithEmail } from './emails'
import type { CaseOwner } from './cases'
import type { Customer, QuoteState } from '~/contracts/status-inputs'
import type { DeviceInfo } from '~/contracts/device-info'
import type { ListPage } from '~/contracts/list-page'
import { tradeInStatuses, type TradeInStatus } from '~/contracts/statuses'
import type { SentQuote } from './sent-quote'
import type { ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { MachineSnapshot } from './trade-in-inputs'

/** Trade-in Management (requirements §2, §3 trade_ins). */

export const tradeInInputs = caseInputsWithEmail(tradeInStatuses)

export interface TradeIn {
  id: string
  tradeInNumber: string
  userId: string | null
  status: TradeInStatus
  deviceInfo: DeviceInfo
  conditionAssessment: string | null
  evaluationNotes: string | null
  /** Store credit in EUR, as is `finalValue`; null while it is not set. */
  estimatedValue: number | null
  finalValue: number | null
  /** Of the catalogue; null also where that machine is gone. */
  machineId: string | null
  /** The catalogue's version when the value was quoted. */
  machineVersion: number | null
  /** As the customer says, and as the inspection has found it. */
  grade: ConditionGrade | null
  foundGrade: ConditionGrade | null
  accessories: string | null
  arrivalCondition: string | null
  /** The day by which it shall be done, as '2026-11-21'. */
  dueOn: string | null
  /** The user id of the administrator who has it. */
  assignedTo: string | null
  /** The administrator who has it; null while nobody does. */
  assignee: Customer | null
  /** Messages of the customer that no member of staff has read. */
  unreadMessages: number
  /** Of its latest estimate or offer; null where it has none. */
  quoteState: QuoteState | null
  /** The shelf or bench where its machine is; null where nobody has said so. */
  location: string | null
  /** The latest offer that was sent, even if a newer draft exists; null if none was sent. */
  offer: SentQuote | null
  /** When it was completed; null while it is not. */
  completedAt: Date | null
  carrier: string | null
  trackingNumber: string | null
  /** The address that the device goes back to, in lines; null until somebody gives it. */
  returnAddress: string | null
  createdAt: Date
  updatedAt: Date
  version: number
  customer: Customer
}

/**
 * `pendingEvaluation` are submitted and evaluated trade-ins, `totalValue` is the sum of the final values
 * of completed ones in EUR (requirements §4, §9).
 */
export type TradeInList = ListPage<TradeIn, Record<TradeInStatus, number>> & { pendingEvaluation: number; totalValue: number }

export interface TradeInPage {
  tradeIn: TradeIn
  /** As it was when the value was quoted. */
  machine: MachineSnapshot
  owner: CaseOwner | null
  /** The repair that the customer has turned into it. */
  fromRepair: { id: string; repairNumber: string } | null
}
