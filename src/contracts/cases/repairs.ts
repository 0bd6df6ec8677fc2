import { caseInputsWithEmail } from './emails'
import type { CaseOwner } from './cases'
import type { DeviceInfo } from '~/contracts/device-info'
import type { ListPage } from '~/contracts/list-page'
import type { RepairOutcome, UnrepairedReason } from '~/contracts/repair-outcomes'
import type { RepairServiceId, Warranty } from '~/contracts/repair-services'
import type { Customer, QuoteState } from '~/contracts/status-inputs'
import { repairStatuses, type RepairStatus } from '~/contracts/statuses'

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
  /** EUR, as is `actualCost`; null if not set. */
  estimatedCost: number | null
  actualCost: number | null
  service: RepairServiceId | null
  accessories: string | null
  arrivalCondition: string | null
  /** Due day, '2026-11-21'. */
  dueOn: string | null
  assignedTo: string | null
  assignee: Customer | null
  unreadMessages: number
  /** The repair whose warranty covers this one. */
  warrantyOf: string | null
  /** The dispatch of the sale whose warranty covers this one. */
  warrantySale: string | null
  /** From its completion. */
  warrantyDays: number
  completedAt: Date | null
  /** Null if it was repaired. */
  unrepairedReason: UnrepairedReason | null
  becameTradeIn: string | null
  isExpedited: boolean
  quoteState: QuoteState | null
  location: string | null
  carrier: string | null
  trackingNumber: string | null
  returnAddress: string | null
  createdAt: Date
  updatedAt: Date
  version: number
  customer: Customer
}

/** `active`: neither completed nor shipped (requirements §4). */
export type RepairList = ListPage<Repair, Record<RepairStatus, number>> & { active: number }

export interface NamedRepair {
  id: string
  repairNumber: string
}

export interface RepairPage {
  repair: Repair
  owner: CaseOwner | null
  outcome: RepairOutcome
  /** Null before completion, or if nothing was accepted and done. */
  warranty: Warranty | null
  /** The order whose warranty covers this one. */
  warrantyOrder: string | null
  warrantyRepair: NamedRepair | null
  warrantyClaims: NamedRepair[]
  turnedInto: { id: string; tradeInNumber: string } | null
}
