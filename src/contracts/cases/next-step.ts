import type { CaseNoun } from '~/contracts/case-ref'
import { quoteKinds } from './documents'
import type { CaseStatus } from './emails'
import type { RepairStatus } from '~/contracts/statuses'
import { isReturnedUnrepaired, type RepairOutcome } from '~/contracts/repair-outcomes'

export type NextStep = { label: string } &
  /** `amount`: EUR to collect first; the status follows the payment. */
  (
    | { kind: 'status'; status: CaseStatus; amount?: number }
    /** The newest quote awaits an answer; one by telephone can be recorded. */
    | { kind: 'answer'; number: number }
    /** The machine arrived; the quote is to be written, sent or approved; the machine goes back unrepaired; a message needs a reply. */
    | { kind: 'arrived' | 'quote' | 'send' | 'approve' | 'return' | 'reply' }
    | { kind: 'credit' }
  )

export interface StepFacts {
  noun: CaseNoun
  status: CaseStatus
  /** Requested online, and not marked as arrived. */
  isExpected: boolean
  unread: number
  sent: { state: 'sent' | 'accepted' | 'declined' | 'disputed' | 'expired'; number: number; sentAt: Date | null } | null
  /** One was accepted, even if a later one was not. */
  hasAccepted: boolean
  /** Ready to send, waiting for approval by somebody else, or by the reader. */
  draft: 'ready' | 'asked' | 'to approve' | null
  /** Under the warranty of an earlier repair, so no estimate is needed. */
  isClaim: boolean
  outcome: RepairOutcome | null
  /** EUR; null if unknown. */
  toPay: number | null
  credit: 'decision' | 'difference' | 'approval' | null
}

const DAY = 24 * 60 * 60 * 1000

function waiting(sentAt: Date | null, now: Date): string {
  const days = sentAt === null ? 0 : Math.floor((now.getTime() - sentAt.getTime()) / DAY)
  if (days < 1) return 'Waiting for the customer since today'
  return `Waiting for the customer for ${days === 1 ? '1 day' : `${days} days`}`
}

const toStatus = (status: CaseStatus, label: string): NextStep => ({ kind: 'status', status, label })

function afterCompletion({ outcome, toPay }: StepFacts): NextStep | null {
  // There is no machine to send back.
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
    declined: toStatus('rejected', 'Return the device'),
    work: ({ hasAccepted, status }) =>
      hasAccepted || status === 'approved'
        ? toStatus('completed', 'Complete the trade-in')
        : { kind: 'quote', label: 'Evaluate the machine' },
    completed: ({ credit }) => (credit === null ? null : { kind: 'credit', label: creditSteps[credit] }),
  },
}

/** The same for both kinds; undefined while the work goes on. */
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

export function nextStep(facts: StepFacts, now: Date): NextStep | null {
  const { noun, status, isExpected } = facts
  if (status === 'shipped' || status === 'rejected') return null
  if (status === 'completed') return kinds[noun].completed(facts)
  if (isExpected) return { kind: 'arrived', label: 'Mark as arrived' }
  return ofQuote(facts, now) ?? kinds[noun].work(facts)
}
