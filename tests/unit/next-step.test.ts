import { describe, expect, it } from 'vitest'
import { caseStatuses } from '~/contracts/cases/emails'
import { nextStep, type StepFacts } from '~/contracts/cases/next-step'

const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
const sent = (state: NonNullable<StepFacts['sent']>['state'], days = 0): Partial<StepFacts> => ({
  sent: { state, number: 2, sentAt: daysAgo(days) },
  hasAccepted: state === 'accepted',
})

const facts = (given: Partial<StepFacts>): StepFacts => ({
  noun: 'repairs',
  status: 'received',
  isExpected: false,
  unread: 0,
  sent: null,
  hasAccepted: false,
  draft: null,
  isClaim: false,
  outcome: null,
  toPay: null,
  credit: null,
  ...given,
})
const label = (given: Partial<StepFacts>) => {
  const step = nextStep(facts(given), now)
  return step && (step.kind === 'status' && step.amount !== undefined ? `${step.label} ${step.amount}` : step.label)
}

describe('the next step of a repair', () => {
  it.each<[Partial<StepFacts>, string | null]>([
    [{ isExpected: true }, 'Mark as arrived'],
    [{}, 'Start the diagnosis'],
    [{ isClaim: true }, 'Start the diagnosis'],
    [{ draft: 'ready' }, 'Send estimate'],
    [{ status: 'diagnosing' }, 'Write the estimate'],
    [{ status: 'diagnosing', isClaim: true }, 'Start the repair'],
    [{ status: 'diagnosing', draft: 'ready' }, 'Send estimate'],
    [{ status: 'diagnosing', ...sent('sent') }, 'Waiting for the customer since today'],
    [{ status: 'diagnosing', ...sent('sent', 0.9) }, 'Waiting for the customer since today'],
    [{ status: 'diagnosing', ...sent('sent', 1) }, 'Waiting for the customer for 1 day'],
    [{ status: 'diagnosing', ...sent('sent', 3.5) }, 'Waiting for the customer for 3 days'],
    [{ status: 'diagnosing', ...sent('sent', 3), unread: 1 }, 'Reply to the customer'],
    [{ status: 'diagnosing', ...sent('sent', 3), draft: 'ready' }, 'Send estimate'],
    [{ status: 'diagnosing', ...sent('declined') }, 'Return unrepaired'],
    [{ status: 'diagnosing', ...sent('expired') }, 'Renew the estimate'],
    [{ status: 'diagnosing', ...sent('accepted') }, 'Start the repair'],
    [{ status: 'received', ...sent('accepted') }, 'Start the repair'],
    [{ status: 'repairing', ...sent('accepted') }, 'Start the test'],
    [{ status: 'repairing' }, 'Start the test'],
    [{ status: 'repairing', ...sent('declined') }, 'Return unrepaired'],
    // The further work was declined, and what was accepted before goes on.
    [{ status: 'repairing', ...sent('declined'), hasAccepted: true }, 'Start the test'],
    [{ status: 'testing', ...sent('expired'), hasAccepted: true }, 'Complete the repair'],
    [{ status: 'testing' }, 'Complete the repair'],
    [{ status: 'completed', outcome: 'repaired', toPay: 175 }, 'Collect 175'],
    [{ status: 'completed', outcome: 'repaired', toPay: 0 }, 'Ship the device'],
    [{ status: 'completed', outcome: 'finished' }, 'Ship the device'],
    [{ status: 'completed', outcome: 'returned_no_fault_found', toPay: 30 }, 'Collect 30'],
    [{ status: 'completed', outcome: 'returned_not_repairable', toPay: 0 }, 'Send the device back'],
    [{ status: 'completed', outcome: 'traded_in', toPay: 30 }, null],
    [{ status: 'completed', outcome: 'closed' }, null],
    [{ status: 'shipped', outcome: 'repaired', toPay: 175, unread: 2, draft: 'ready' }, null],
  ])('%o', (given, expected) => expect(label(given)).toBe(expected))
})

describe('the next step of a trade-in', () => {
  it.each<[Partial<StepFacts>, string | null]>([
    [{ status: 'submitted', isExpected: true }, 'Mark as arrived'],
    [{ status: 'submitted' }, 'Evaluate the machine'],
    [{ status: 'evaluated' }, 'Evaluate the machine'],
    [{ status: 'evaluated', draft: 'ready' }, 'Send offer'],
    [{ status: 'evaluated', draft: 'asked' }, 'Waiting for approval'],
    [{ status: 'evaluated', draft: 'to approve' }, 'Approve offer'],
    [{ status: 'evaluated', ...sent('sent', 5) }, 'Waiting for the customer for 5 days'],
    [{ status: 'evaluated', ...sent('sent', 5), unread: 1 }, 'Reply to the customer'],
    [{ status: 'evaluated', ...sent('disputed') }, 'Revise the offer'],
    [{ status: 'evaluated', ...sent('expired') }, 'Renew the offer'],
    [{ status: 'evaluated', ...sent('declined') }, 'Return the device'],
    [{ status: 'evaluated', ...sent('accepted') }, 'Complete the trade-in'],
    [{ status: 'approved', ...sent('accepted') }, 'Complete the trade-in'],
    [{ status: 'approved' }, 'Complete the trade-in'],
    [{ status: 'rejected', ...sent('declined') }, null],
    [{ status: 'completed', ...sent('accepted'), toPay: 10 }, null],
    [{ status: 'completed', ...sent('accepted'), credit: 'decision' }, 'Decide on the store credit'],
    [{ status: 'completed', credit: 'difference' }, 'Correct the store credit'],
    [{ status: 'completed', credit: 'approval' }, 'Credit waits for approval'],
  ])('%o', (given, expected) => expect(label({ noun: 'tradeIns', ...given })).toBe(expected))
})

it('is never another status than those of the kind, nor the one that it has', () => {
  for (const noun of ['repairs', 'tradeIns'] as const) {
    const known: readonly string[] = caseStatuses[noun]
    for (const status of caseStatuses[noun]) {
      for (const hasAccepted of [true, false]) {
        const step = nextStep(facts({ noun, status, hasAccepted }), now)
        if (step?.kind !== 'status') continue
        expect(known).toContain(step.status)
        expect(step.status).not.toBe(status)
      }
    }
  }
})
