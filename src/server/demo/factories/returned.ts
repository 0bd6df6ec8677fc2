import { unrepairedReasons, type UnrepairedReason } from '~/contracts/repair-outcomes'
import { isFinalStatus } from '~/contracts/statuses'
import type { EstimatedRepair } from './estimate'

/** The fee (EUR) and the staff's notes of a device that goes back unrepaired. */
const returns: Record<UnrepairedReason, { fee: number; notes: string }> = {
  declined: { fee: 30, notes: 'The customer has declined the estimate. Put together again as it came.' },
  not_repairable: { fee: 0, notes: 'The board is burnt through at the input; the chips for it are no longer made.' },
  no_fault_found: { fee: 30, notes: 'Ran at full load for six hours at its rated hashrate. No fault found.' },
}

function returnedRepair({ repair, estimates, lines }: EstimatedRepair, reason: UnrepairedReason): EstimatedRepair {
  const { fee, notes } = returns[reason]
  return {
    repair: { ...repair, repairNotes: notes, actualCost: fee, unrepairedReason: reason },
    estimates: estimates.map((estimate) => (estimate.state === 'accepted' ? { ...estimate, state: 'declined' } : estimate)),
    lines: [
      ...lines.filter(({ estimateId }) => estimateId !== null),
      ...(fee === 0
        ? []
        : [{ repairId: repair.id, estimateId: null, kind: 'fee' as const, label: 'Inspection', quantity: 1, price: fee, position: 0 }]),
    ],
  }
}

/** One of so many finished repairs, the latest first. */
const ONE_OF = 9

export function returnSome(repairs: readonly EstimatedRepair[]): EstimatedRepair[] {
  const over = repairs.filter(({ repair }) => isFinalStatus(repair.status)).toReversed()
  return repairs.map((each) => {
    const place = over.indexOf(each)
    const reason = unrepairedReasons[Math.floor(place / ONE_OF) % unrepairedReasons.length]
    return place > 0 && place % ONE_OF === 1 && reason !== undefined ? returnedRepair(each, reason) : each
  })
}
