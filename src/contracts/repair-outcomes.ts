/** The outcome of a repair, by what its customer has accepted and what is on record as done. */

/** True of a repair that claims a warranty: of an earlier repair, or of a sold machine. */
export const isClaim = ({ warrantyOf, warrantySale }: { warrantyOf: string | null; warrantySale: string | null }): boolean =>
  warrantyOf !== null || warrantySale !== null

/** Why a device goes back without its repair, as staff say. */
export const unrepairedReasons = ['declined', 'not_repairable', 'no_fault_found'] as const
export type UnrepairedReason = (typeof unrepairedReasons)[number]
export const unrepairedReasonLabels: Record<UnrepairedReason, string> = {
  declined: 'Declined by the customer',
  not_repairable: 'Not repairable',
  no_fault_found: 'No fault found',
}

/** The outcome of a repair that staff have returned unrepaired for a reason. */
export const returnedFor = <Reason extends UnrepairedReason>(reason: Reason): `returned_${Reason}` => `returned_${reason}`

export const repairOutcomes = [
  'repaired',
  'finished',
  'returned_declined',
  'returned_not_repairable',
  'returned_no_fault_found',
  'declined',
  'unanswered',
  'undone',
  'closed',
  'traded_in',
] as const
/**
 * - `repaired`: what was accepted, or agreed without an estimate, is on record as done.
 * - `finished`: nobody was asked by an estimate, and nothing is on record but that it is over.
 * - `returned_…`: staff have returned it unrepaired, for that reason (`UnrepairedReason`).
 * - `declined`, `unanswered`: nothing of its estimates was accepted; the newest was declined, or had no answer.
 * - `undone`: what was accepted is not on record as done, or nothing but fees is.
 * - `closed`: asked for online, and nothing says that the device ever came.
 * - `traded_in`: its customer has turned it into a trade-in.
 */
export type RepairOutcome = (typeof repairOutcomes)[number]
export type ReturnedOutcome = ReturnType<typeof returnedFor<UnrepairedReason>>

export const outcomeLabels: Record<RepairOutcome, string> = {
  repaired: 'Repaired',
  finished: 'Finished',
  returned_declined: 'Returned unrepaired: declined',
  returned_not_repairable: 'Returned unrepaired: not repairable',
  returned_no_fault_found: 'Returned unrepaired: no fault found',
  declined: 'Estimate declined, its work not done',
  unanswered: 'Estimate not answered, its work not done',
  undone: 'Work not done',
  closed: 'Closed without the device',
  traded_in: 'Turned into a trade-in',
}

/** True if staff have returned the device unrepaired. */
export const isReturnedUnrepaired = (outcome: RepairOutcome): outcome is ReturnedOutcome =>
  unrepairedReasons.some((reason) => outcome === returnedFor(reason))

/** True if there is something that the warranty of repairs (requirements §9) is for. */
export const isUnderWarranty = (outcome: RepairOutcome): outcome is 'repaired' | 'finished' =>
  outcome === 'repaired' || outcome === 'finished'

/** Why the others have none. */
export const withoutWarranty: Record<Exclude<RepairOutcome, 'repaired' | 'finished'>, string> = {
  returned_declined: 'The device went back unrepaired, as the customer declined the repair',
  returned_not_repairable: 'The device went back unrepaired, as it cannot be repaired',
  returned_no_fault_found: 'The device went back unrepaired, as no fault was found',
  declined: 'The customer declined the estimate',
  unanswered: 'The customer has accepted no estimate',
  undone: 'No work is on record as done',
  closed: 'Nothing says that the device ever came, or that anything was done',
  traded_in: 'The customer has turned it into a trade-in',
}
