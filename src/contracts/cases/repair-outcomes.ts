/** The outcome of a repair, by what its customer has accepted and what is on record as done. */

export const repairOutcomes = ['repaired', 'finished', 'declined', 'unanswered', 'undone', 'closed', 'traded_in'] as const
/**
 * - `repaired`: what was accepted, or agreed without an estimate, is on record as done.
 * - `finished`: nobody was asked by an estimate, and nothing is on record but that it is over.
 * - `declined`, `unanswered`: nothing of its estimates was accepted; the newest was declined, or had no answer.
 * - `undone`: what was accepted is not on record as done, or nothing but fees is.
 * - `closed`: asked for online, and nothing says that the device ever came.
 * - `traded_in`: its customer has turned it into a trade-in.
 */
export type RepairOutcome = (typeof repairOutcomes)[number]

export const outcomeLabels: Record<RepairOutcome, string> = {
  repaired: 'Repaired',
  finished: 'Finished',
  declined: 'Estimate declined, its work not done',
  unanswered: 'Estimate not answered, its work not done',
  undone: 'Work not done',
  closed: 'Closed without the device',
  traded_in: 'Turned into a trade-in',
}

/** True if there is something that the warranty of repairs (spec §9) is for. */
export const isUnderWarranty = (outcome: RepairOutcome): outcome is 'repaired' | 'finished' =>
  outcome === 'repaired' || outcome === 'finished'

/** Why the others have none. */
export const withoutWarranty: Record<Exclude<RepairOutcome, 'repaired' | 'finished'>, string> = {
  declined: 'The customer declined the estimate',
  unanswered: 'The customer has accepted no estimate',
  undone: 'No work is on record as done',
  closed: 'Nothing says that the device ever came, or that anything was done',
  traded_in: 'The customer has turned it into a trade-in',
}
