import type { Customer } from './customer'
import type { DeviceInfo } from './device'
import type { ListPage } from './list'
import { statusInputs } from './status-inputs'
import { repairStatuses, type RepairStatus } from './statuses'

/** Repair Management (spec §2, §3 repairs). */

export const repairSorts = ['-created', 'created'] as const

export type RepairSort = (typeof repairSorts)[number]

export const repairInputs = statusInputs(repairStatuses, repairSorts)

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
  createdAt: Date
  updatedAt: Date
  version: number
  customer: Customer
}

/** `active` are the repairs that are neither completed nor shipped (spec §4). */
export type RepairList = ListPage<Repair, Record<RepairStatus, number>> & { active: number }
