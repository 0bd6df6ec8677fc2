import * as z from 'zod'
import type { Customer } from './customer'
import type { DeviceInfo } from './device'
import { rowId, rowVersion } from './fields'
import { listInput, type ListPage } from './list'
import { repairStatuses, type RepairStatus } from './statuses'

/** Repair Management (spec §2, §3 repairs). */

export const repairSorts = ['-created', 'created'] as const

export type RepairSort = (typeof repairSorts)[number]

export const repairListInput = listInput.extend({
  status: z.enum(repairStatuses).optional(),
  sort: z.enum(repairSorts).default('-created'),
})

/** Any status may follow any other (spec §4). */
export const updateRepairStatusInput = z.object({ id: rowId, status: z.enum(repairStatuses), version: rowVersion.optional() })

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
