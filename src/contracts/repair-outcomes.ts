/** Follows from what the customer accepted and what is recorded as done. */

/** Claims the warranty of an earlier repair or of a sold machine. */
export const isClaim = ({ warrantyOf, warrantySale }: { warrantyOf: string | null; warrantySale: string | null }): boolean =>
  warrantyOf !== null || warrantySale !== null

export const unrepairedReasons = ['declined', 'not_repairable', 'no_fault_found'] as const
export type UnrepairedReason = (typeof unrepairedReasons)[number]
export const unrepairedReasonLabels: Record<UnrepairedReason, string> = {
  declined: 'Declined by the customer',
  not_repairable: 'Not repairable',
  no_fault_found: 'No fault found',
}

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
 * - `repaired`: accepted work, or work agreed without an estimate, is recorded as done.
 * - `finished`: there was no estimate, and only the end is recorded.
 * - `returned_…`: staff returned it unrepaired, for that reason (`UnrepairedReason`).
 * - `declined`, `unanswered`: no estimate was accepted; the newest was declined, or had no answer.
 * - `undone`: accepted work is not recorded as done, or only fees are.
 * - `closed`: requested online, and the device probably never came.
 * - `traded_in`: its customer turned it into a trade-in.
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

export const isReturnedUnrepaired = (outcome: RepairOutcome): outcome is ReturnedOutcome =>
  unrepairedReasons.some((reason) => outcome === returnedFor(reason))

export const isUnderWarranty = (outcome: RepairOutcome): outcome is 'repaired' | 'finished' =>
  outcome === 'repaired' || outcome === 'finished'

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
