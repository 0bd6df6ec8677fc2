import * as z from 'zod'
import type { DeviceInfo } from './device-info'
import { longest, rowId } from '~/contracts/fields'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'
import type { RepairOutcome } from '~/contracts/repair-outcomes'

export const caseNouns = ['repairs', 'tradeIns'] as const
export type CaseNoun = (typeof caseNouns)[number]

export const caseNames: Record<CaseNoun, string> = { repairs: 'Repair', tradeIns: 'Trade-in' }

export const caseRef = z.object({ noun: z.enum(caseNouns), id: rowId })
export type CaseRef = z.output<typeof caseRef>

export type OtherCase = {
  id: string
  number: string
  device: DeviceInfo
  createdAt: Date
  isOpen: boolean
  /** The shop has the device, or had it, as far as is known. */
  hasArrived: boolean
  /** Null for a trade-in, and for a repair in progress. */
  outcome: RepairOutcome | null
} & ({ noun: 'repairs'; status: RepairStatus } | { noun: 'tradeIns'; status: TradeInStatus })

/** A link's secret, optionally with the number of another case of its request (`tokenOf`). Every unknown token gets the same answer. */
export const trackingToken = z.string().check(longest(300, 'Not a link of ours'))
