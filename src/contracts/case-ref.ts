import * as z from 'zod'
import type { DeviceInfo } from './device-info'
import { longest, rowId } from '~/contracts/fields'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'
import type { RepairOutcome } from '~/contracts/repair-outcomes'

/** A case is a repair or a trade-in: its kinds, how a call names one, and how others name it. */

export const caseNouns = ['repairs', 'tradeIns'] as const
export type CaseNoun = (typeof caseNouns)[number]

/** A case of each kind, as its customer calls it: with a capital, before its number. */
export const caseNames: Record<CaseNoun, string> = { repairs: 'Repair', tradeIns: 'Trade-in' }

export const caseRef = z.object({ noun: z.enum(caseNouns), id: rowId })
export type CaseRef = z.output<typeof caseRef>

export type OtherCase = {
  id: string
  number: string
  device: DeviceInfo
  createdAt: Date
  /** Somebody still has to do something about it. */
  isOpen: boolean
  /** True if the shop has the device or has had it, as far as it knows. */
  hasArrived: boolean
  /** The result of a repair; null while it is worked on, and for a trade-in. */
  outcome: RepairOutcome | null
} & ({ noun: 'repairs'; status: RepairStatus } | { noun: 'tradeIns'; status: TradeInStatus })

/**
 * The secret of a link, or with it the number of a case of its request (`tokenOf`). Whatever it looks like: one that opens nothing has the
 * same answer as any other that does not.
 */
export const trackingToken = z.string().check(longest(300, 'Not a link of ours'))
