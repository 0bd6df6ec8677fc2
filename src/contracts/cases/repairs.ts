import { caseInputsWithEmail } from './emails'
import type { CaseOwner } from './cases'
import type { DeviceInfo } from '~/contracts/device-info'
import type { ListPage } from '~/contracts/list-page'
import type { RepairOutcome, UnrepairedReason } from '~/contracts/repair-outcomes'
import type { RepairServiceId, Warranty } from '~/contracts/repair-services'
import type { Customer, QuoteState } from '~/contracts/status-inputs'
import { repairStatuses, type RepairStatus } from '~/contracts/statuses'

/** Repair Management (requirements §2, §3 repairs). */

export const repairInputs = caseInputsWithEmail(repairStatuses)

export interface Repair {
  id: string
  repairNumber: string
  userId: string | null
  status: RepairStatus
  deviceInfo: DeviceInfo
  problemDescription: string | null
  diagnosis: string | null
  repairNotes: string | null
  /** EUR, as is `actualCost`; null while it is not set. */
  estimatedCost: number | null
  actualCost: number | null
  service: RepairServiceId | null
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
  /** The id of the repair whose warranty this one claims. */
  warrantyOf: string | null
  /** The id of the sale's dispatch whose warranty this one claims. */
  warrantySale: string | null
  /** Days of warranty from its completion. */
  warrantyDays: number
  /** When it was completed; null while it is worked on. */
  completedAt: Date | null
  /** Why the device goes back without its repair; null where it does not. */
  unrepairedReason: UnrepairedReason | null
  /** The number of the trade-in that its customer has turned it into. */
  becameTradeIn: string | null
  /** True if its customer asked for it to be done first. */
  isExpedited: boolean
  /** Of its latest estimate or offer; null where it has none. */
  quoteState: QuoteState | null
  /** The shelf or bench where its machine is; null where nobody has said so. */
  location: string | null
  carrier: string | null
  trackingNumber: string | null
  /** The address that the device goes back to, in lines; null until somebody gives it. */
  returnAddress: string | null
  createdAt: Date
  updatedAt: Date
  version: number
  customer: Customer
}

/** `active` are the repairs that are neither completed nor shipped (requirements §4). */
export type RepairList = ListPage<Repair, Record<RepairStatus, number>> & { active: number }

export interface NamedRepair {
  id: string
  repairNumber: string
}

export interface RepairPage {
  repair: Repair
  owner: CaseOwner | null
  outcome: RepairOutcome
  /** Null while it is not completed, and where nothing was accepted and done. */
  warranty: Warranty | null
  /** The number of the order whose warranty this one claims. */
  warrantyOrder: string | null
  warrantyRepair: NamedRepair | null
  warrantyClaims: NamedRepair[]
  turnedInto: { id: string; tradeInNumber: string } | null
}
