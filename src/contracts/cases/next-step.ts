import type { CaseNoun } from '~/contracts/case-ref'
import { quoteKinds } from './documents'
import type { CaseStatus } from './emails'
import type { RepairStatus } from '~/contracts/statuses'
import { isReturnedUnrepaired, type RepairOutcome } from '~/contracts/repair-outcomes'

/** The one thing that staff do next about a case. */
export type NextStep = { label: string } &
  /** `amount`: EUR to collect first, named after the label; the status follows once it is paid. */
  (
    | { kind: 'status'; status: CaseStatus; amount?: number }
    /** The newest estimate or offer waits; the customer's word on the telephone can be written down. */
    | { kind: 'answer'; number: number }
    /** It came to the shop; its quote is to be written, sent or approved; it goes back unrepaired; a message wants an answer. */
    | { kind: 'arrived' | 'quote' | 'send' | 'approve' | 'return' | 'reply' }
    /** A completed trade-in whose store credit is to be decided on, or waits for a second administrator. */
    | { kind: 'credit' }
  )

export interface StepFacts {
  noun: CaseNoun
  status: CaseStatus
  /** Asked for online, and nobody has said that it came. */
  isExpected: boolean
  /** Messages of the customer that no member of staff has read. */
  unread: number
  /** The newest estimate or offer that the customer was sent. */
  sent: { state: 'sent' | 'accepted' | 'declined' | 'disputed' | 'expired'; number: number; sentAt: Date | null } | null
  /** One of them was accepted, whatever came later. */
  hasAccepted: boolean
  /** The one that is worked on: it can be sent, one's own request for approval waits, or somebody else's does. */
  draft: 'ready' | 'asked' | 'to approve' | null
  /** A repair under the warranty of an earlier one, which wants no estimate. */
  isClaim: boolean
  /** The outcome of a repair as it is on record now. */
  outcome: RepairOutcome | null
  /** EUR that the customer still pays; null while nobody knows it. */
  toPay: number | null
  /** The state of a completed trade-in's missing store credit; null where none is missing, or that is not known. */
  credit: 'decision' | 'difference' | 'approval' | null
}

const DAY = 24 * 60 * 60 * 1000

/** 'Waiting for the customer for 3 days' */
function waiting(sentAt: Date | null, now: Date): string {
  const days = sentAt === null ? 0 : Math.floor((now.getTime() - sentAt.getTime()) / DAY)
  if (days < 1) return 'Waiting for the customer since today'
  return `Waiting for the customer for ${days === 1 ? '1 day' : `${days} days`}`
}

const toStatus = (status: CaseStatus, label: string): NextStep => ({ kind: 'status', status, label })

function afterCompletion({ outcome, toPay }: StepFacts): NextStep | null {
  // Nothing is here that could go back.
  if (outcome === 'closed' || outcome === 'traded_in') return null
  if (toPay !== null && toPay > 0) return { kind: 'status', status: 'shipped', label: 'Collect', amount: toPay }
  return toStatus('shipped', outcome !== null && isReturnedUnrepaired(outcome) ? 'Send the device back' : 'Ship the device')
}

const startRepair = toStatus('repairing', 'Start the repair')
const writeEstimate: NextStep = { kind: 'quote', label: 'Write the estimate' }

const repairWork: Record<Exclude<RepairStatus, 'completed' | 'shipped'>, (facts: StepFacts) => NextStep> = {
  received: ({ hasAccepted }) => (hasAccepted ? startRepair : toStatus('diagnosing', 'Start the diagnosis')),
  diagnosing: ({ hasAccepted, isClaim }) => (hasAccepted || isClaim ? startRepair : writeEstimate),
  repairing: () => toStatus('testing', 'Start the test'),
  testing: () => toStatus('completed', 'Complete the repair'),
}

const isRepairWork = (status: CaseStatus): status is keyof typeof repairWork => Object.hasOwn(repairWork, status)
const workOfRepair = (facts: StepFacts): NextStep => (isRepairWork(facts.status) ? repairWork[facts.status](facts) : writeEstimate)

const creditSteps: Record<NonNullable<StepFacts['credit']>, string> = {
  decision: 'Decide on the store credit',
  difference: 'Correct the store credit',
  approval: 'Credit waits for approval',
}

interface KindSteps {
  declined: NextStep
  work: (facts: StepFacts) => NextStep
  completed: (facts: StepFacts) => NextStep | null
}

const kinds: Record<CaseNoun, KindSteps> = {
  repairs: { declined: { kind: 'return', label: 'Return unrepaired' }, work: workOfRepair, completed: afterCompletion },
  tradeIns: {
    declined: toStatus('rejected', 'Reject the trade-in'),
    work: ({ hasAccepted, status }) =>
      hasAccepted || status === 'approved'
        ? toStatus('completed', 'Complete the trade-in')
        : { kind: 'quote', label: 'Evaluate the machine' },
    completed: ({ credit }) => (credit === null ? null : { kind: 'credit', label: creditSteps[credit] }),
  },
}

/** The step that the quote asks for, of both kinds alike; undefined where the work goes on. */
function ofQuote({ noun, draft, sent, unread, hasAccepted }: StepFacts, now: Date): NextStep | undefined {
  const word = quoteKinds[noun]
  if (draft === 'to approve') return { kind: 'approve', label: `Approve ${word}` }
  if (draft === 'asked') return { kind: 'quote', label: 'Waiting for approval' }
  if (draft === 'ready') return { kind: 'send', label: `Send ${word}` }
  if (sent?.state === 'sent') {
    return unread > 0
      ? { kind: 'reply', label: 'Reply to the customer' }
      : { kind: 'answer', number: sent.number, label: waiting(sent.sentAt, now) }
  }
  if (sent?.state === 'disputed') return { kind: 'quote', label: `Revise the ${word}` }
  if (hasAccepted) return undefined
  if (sent?.state === 'expired') return { kind: 'quote', label: `Renew the ${word}` }
  return sent?.state === 'declined' ? kinds[noun].declined : undefined
}

/** The next step of a case; null where there is none left. @param now for how long somebody has been waited for */
export function nextStep(facts: StepFacts, now: Date): NextStep | null {
  const { noun, status, isExpected } = facts
  if (status === 'shipped' || status === 'rejected') return null
  if (status === 'completed') return kinds[noun].completed(facts)
  if (isExpected) return { kind: 'arrived', label: 'Mark as arrived' }
  return ofQuote(facts, now) ?? kinds[noun].work(facts)
}
