import { repairStatuses, type RepairStatus } from '~/contracts/statuses'
import { tradeInStages } from '~/contracts/trade-in-estimate'
import type { TrackedCase } from '~/contracts/tracking'

const repairStages: Record<RepairStatus, string> = {
  received: 'Received',
  diagnosing: 'Diagnosis',
  repairing: 'Repair',
  testing: 'Testing',
  completed: 'Completed',
  shipped: 'Shipped',
}

/** What is said of a status in a sentence. */
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

/** The stages of a trade-in (spec §2), by what is known of it. */
function tradeInStage({ status, hasArrived }: TrackedCase): number {
  if (status === 'completed') return tradeInStages.length
  if (status === 'approved') return tradeInStages.indexOf('Receive Credit')
  return tradeInStages.indexOf(hasArrived ? 'Verification' : 'Ship Equipment')
}

/** The stages of a case and the one that is under way; of one that is all done, as many as there are. */
export function stagesOf(tracked: TrackedCase): { label: string; stages: readonly string[]; current: number } {
  if (tracked.noun === 'tradeIns') return { label: 'Stages of your trade-in', stages: tradeInStages, current: tradeInStage(tracked) }
  const index = repairStatuses.indexOf(tracked.status)
  const isLast = tracked.status === 'shipped'
  return {
    label: 'Stages of your repair',
    stages: repairStatuses.map((status) => repairStages[status]),
    current: isLast ? repairStatuses.length : index,
  }
}

/** Where a case stands, in a sentence. */
export function standing(tracked: TrackedCase): string {
  if (tracked.passedAt) return 'It belongs to another customer now.'
  if (tracked.noun === 'repairs' && tracked.linked) return 'You have turned this repair into a trade-in.'
  if (!tracked.isClosed && tracked.quotes[0]?.state === 'sent') return `Our ${tracked.quotes[0].kind} is ready, and waits for your answer.`
  if (tracked.noun === 'tradeIns' && tracked.status === 'submitted') {
    return tracked.hasArrived ? 'Your machine is with us, and waits for its inspection.' : 'We have your request. Send us the machine next.'
  }
  if (tracked.noun === 'tradeIns' && tracked.status === 'completed') return 'Your store credit is yours.'
  return sentences[tracked.status]
}
