import { repairStatuses, type RepairStatus } from '~/contracts/statuses'
import type { RepairOutcome } from '~/contracts/cases/repair-outcomes'
import { tradeInStages } from '~/contracts/cases/trade-in-estimate'
import type { TrackedCase } from '~/contracts/cases/tracking'

const repairStages: Record<RepairStatus, string> = {
  received: 'Received',
  diagnosing: 'Diagnosis',
  repairing: 'Repair',
  testing: 'Testing',
  completed: 'Completed',
  shipped: 'Shipped',
}

/** A status in a sentence. */
const sentences: Record<TrackedCase['status'], string> = {
  received: 'Your machine is in our queue.',
  diagnosing: 'We are finding out what is wrong with it.',
  repairing: 'It is being repaired.',
  testing: 'It runs on the test bench.',
  completed: 'All is done.',
  shipped: 'It is on its way to you.',
  submitted: 'We have your request.',
  evaluated: 'We are working out what it is worth.',
  approved: 'The value is agreed, and your store credit is on its way.',
  rejected: 'There is no trade-in of this machine.',
}

type TrackedRepair = Extract<TrackedCase, { noun: 'repairs' }>
type TrackedTradeIn = Extract<TrackedCase, { noun: 'tradeIns' }>
/** The cases of repairs that are over without their work. */
type Undone = Exclude<RepairOutcome, 'repaired' | 'finished' | 'traded_in'>

const whyUndone: Record<Undone, string> = {
  declined: 'You declined our estimate, and we have not done its work.',
  unanswered: 'We had no answer to our estimate, and have not done its work.',
  undone: 'It was not repaired.',
  closed: 'This repair is closed.',
}

const isUndone = (outcome: RepairOutcome | null): outcome is Undone => outcome !== null && Object.hasOwn(whyUndone, outcome)

/** The stages of a repair that is over without its work: those that it never came to are left out. */
function undoneStages({ status, outcome }: TrackedRepair) {
  const begun = outcome === 'closed' ? ['Requested'] : [repairStages.received, repairStages.diagnosing]
  if (outcome === 'traded_in') return { stages: [...begun, 'Traded in'], current: begun.length + 1 }
  if (outcome === 'closed') return { stages: [...begun, 'Closed'], current: begun.length + 1 }
  const stages = [...begun, 'Ready to go back', 'Sent back']
  return { stages, current: status === 'shipped' ? stages.length : stages.indexOf('Ready to go back') }
}

function repairStagesOf(tracked: TrackedRepair) {
  const { status, outcome, hasArrived, sentIn } = tracked
  if (isUndone(outcome) || outcome === 'traded_in') return undoneStages(tracked)
  const stages = repairStatuses.map((each) => repairStages[each])
  // A request online comes before its machine.
  if (!hasArrived) return { stages: ['Requested', sentIn ? 'On its way to us' : 'Send it to us', ...stages], current: 1 }
  return { stages, current: status === 'shipped' ? stages.length : repairStatuses.indexOf(status) }
}

/** The stages of a trade-in (spec §2), by what is known of it. */
function tradeInStagesOf({ status, hasArrived }: TrackedTradeIn) {
  const stages: readonly string[] = tradeInStages
  const verification = tradeInStages.indexOf('Verification')
  if (status === 'rejected') {
    const begun = stages.slice(0, hasArrived ? verification + 1 : 1)
    return { stages: [...begun, 'No trade-in'], current: begun.length + 1 }
  }
  if (status === 'completed') return { stages, current: stages.length }
  if (status === 'approved') return { stages, current: tradeInStages.indexOf('Receive Credit') }
  return { stages, current: hasArrived ? verification : tradeInStages.indexOf('Ship Equipment') }
}

/** The stages of a case and the one that is under way; of one that is all done, as many as there are. */
export function stagesOf(tracked: TrackedCase): { label: string; stages: readonly string[]; current: number } {
  return tracked.noun === 'tradeIns'
    ? { label: 'Stages of your trade-in', ...tradeInStagesOf(tracked) }
    : { label: 'Stages of your repair', ...repairStagesOf(tracked) }
}

function repairStanding({ status, outcome, linked, hasArrived, sentIn }: TrackedRepair): string {
  if (linked) return `You have turned this repair into trade-in ${linked.number}.`
  if (isUndone(outcome)) {
    if (outcome === 'closed') return whyUndone.closed
    return `${whyUndone[outcome]} ${status === 'shipped' ? 'It is on its way back to you.' : 'Next we send it back to you.'}`
  }
  if (!hasArrived) return sentIn ? 'Your parcel is on its way to us.' : 'We have your request. Send us the machine next.'
  if (status === 'completed' && outcome === 'repaired') return 'It is repaired and tested. Next we send it to you.'
  return sentences[status]
}

function tradeInStanding({ status, hasArrived, sentIn, quotes: [newest], finalValue }: TrackedTradeIn): string {
  const isOpen = newest !== undefined && newest.state !== 'accepted'
  if (status === 'submitted') {
    if (hasArrived) return 'Your machine is with us, and waits for its inspection.'
    return sentIn ? 'Your parcel is on its way to us.' : 'We have your request. Send us the machine next.'
  }
  if (status === 'evaluated' && newest?.state === 'accepted') return 'You have accepted our offer. Next we complete the trade-in.'
  if (status === 'evaluated' && newest?.state === 'disputed') return 'We have your words, and look at it again.'
  if (status === 'evaluated' && newest?.state === 'declined') return 'You have declined our offer.'
  if (status === 'evaluated' && newest?.state === 'expired') return 'Our offer has ended without your answer.'
  if (status === 'approved' && isOpen) return 'We can take it; nothing is settled before you have accepted an offer.'
  if (status === 'rejected' && newest?.state === 'declined') return 'You declined our offer, and there is no trade-in.'
  if (status === 'completed') return finalValue === null || finalValue <= 0 ? 'This trade-in is complete.' : 'Your store credit is yours.'
  return sentences[status]
}

/** Whether its customer has withdrawn it, and nobody has opened it again. */
const isWithdrawn = ({ isClosed, events }: TrackedCase) =>
  isClosed && events.find(({ kind }) => kind === 'status' || kind === 'withdrawn')?.kind === 'withdrawn'

/** The state of a case in a sentence. */
export function standing(tracked: TrackedCase): string {
  if (tracked.passedAt) return 'It belongs to another customer now.'
  if (isWithdrawn(tracked)) return 'You have withdrawn it. Please do not send anything.'
  const [newest] = tracked.quotes
  if (!tracked.isClosed && newest?.state === 'sent') return `Our ${newest.kind} is ready, and waits for your answer.`
  return tracked.noun === 'repairs' ? repairStanding(tracked) : tradeInStanding(tracked)
}
