import type { RepairOutcome } from '~/contracts/repair-outcomes'
import { RETURN_PAID_BY_US } from '~/contracts/cases/taking-back'
import { dueNow, whenToPay } from '~/contracts/billing/when-to-pay'
import { isFinalStatus, repairStatuses, type RepairStatus } from '~/contracts/statuses'
import {
  arrivedOn,
  beforeArrival,
  endedStages,
  onDay,
  passedOn,
  withdrawnOn,
  untilDay,
  type Progress,
  type RepairFacts,
  type Say,
  type Stage,
  type Stages,
  type Standing,
} from './progress'

type OpenStatus = Exclude<RepairStatus, 'completed' | 'shipped'>

/** The stages by status; statuses of one name are one stage, so that a step that few repairs take need not be a stage of all. */
const stageNames: Record<RepairStatus, string> = {
  received: 'Received',
  diagnosing: 'Diagnosis',
  repairing: 'Repair',
  testing: 'Testing',
  completed: 'Completed',
  shipped: 'Shipped',
}

type Undone = Exclude<RepairOutcome, 'repaired' | 'finished' | 'traded_in' | 'closed'>

const whyUndone: Record<Undone, string> = {
  returned_declined: 'You declined the repair, and we have not done it.',
  returned_not_repairable: 'We have examined it, and cannot repair it.',
  returned_no_fault_found: 'We have tested it, and found no fault.',
  declined: 'You declined our estimate, and we have not done its work.',
  unanswered: 'We had no answer to our estimate, and have not done its work.',
  undone: 'It was not repaired.',
}
const isUndone = (outcome: RepairOutcome | null): outcome is Undone => outcome !== null && Object.hasOwn(whyUndone, outcome)

const whenDone = 'We write to you when it is done.'

const notAsked = 'We ask you before anything costs you money.'

/** Sentences without a quote to answer, for a machine that is here. */
const underWay: Record<OpenStatus, (say: Say, facts: RepairFacts) => Standing> = {
  received: (say, { arrived }) => ({
    headline: `${arrivedOn(say, arrived)} It is in our queue.`,
    next: `Next we look for the fault. ${notAsked}`,
    need: null,
  }),
  diagnosing: () => ({ headline: 'We are finding out what is wrong with it.', next: notAsked, need: null }),
  repairing: () => ({ headline: 'We are working on it.', next: `Next we test it. ${whenDone}`, need: null }),
  testing: () => ({ headline: 'It is on our test bench.', next: 'We will email you when the test is over.', need: null }),
}

/** When to pay, and whether payment is due now; empty if there is nothing to pay. */
function payment(say: Say, { pay }: Pick<RepairFacts, 'pay'>): { sentence: string; need: 'payment' | null } {
  if (pay === null || pay.due <= 0) return { sentence: '', need: null }
  // Noon is on the same day in almost every time zone.
  const words = { euro: say.euro, day: (day: string) => say.day(new Date(`${day}T12:00:00Z`)) }
  return { sentence: `${whenToPay(words, pay, 'page')} `, need: dueNow(pay) > 0 ? 'payment' : null }
}

type AcceptedWork = (agreed: string, sentence: string, need: 'payment' | null, awaitsDeposit: boolean) => Standing

const comesNext: AcceptedWork = (agreed, sentence, need, awaitsDeposit) => ({
  headline: `${agreed} The repair comes next${awaitsDeposit ? ', once its deposit is paid' : ''}.`,
  next: `${sentence}${whenDone}`,
  need,
})

const acceptedWork: Record<OpenStatus, AcceptedWork> = {
  received: comesNext,
  diagnosing: comesNext,
  repairing: (agreed, sentence, need) => ({
    headline: `We are repairing it. ${agreed}`,
    next: `${sentence}Next we test it. ${whenDone}`,
    need,
  }),
  testing: (agreed, sentence, need) => ({
    headline: `It is on our test bench. ${agreed}`,
    next: `${sentence}We will email you when the test is over.`,
    need,
  }),
}

function accepted(say: Say, facts: RepairFacts, status: OpenStatus): Standing {
  const { quote, acceptedBefore } = facts
  const sum = say.euro((quote?.total ?? 0) + (acceptedBefore ?? 0))
  const agreed = `You accepted ${sum}${acceptedBefore === null ? onDay(say, quote?.answered ?? null) : ' in all'}.`
  const { sentence, need } = payment(say, facts)
  // An invoice issued before the work holds up nothing.
  return acceptedWork[status](agreed, sentence, need, facts.pay !== null && facts.pay.depositDue > 0)
}

const workAgreed = (sum: string) => `We do what you accepted before for ${sum}, and nothing beyond it.`

function afterQuote(say: Say, facts: RepairFacts, quote: NonNullable<RepairFacts['quote']>, status: OpenStatus): Standing {
  const { acceptedBefore } = facts
  const sum = say.euro(quote.total)
  const before = acceptedBefore === null ? null : say.euro(acceptedBefore)
  const name = before === null ? `Our estimate of ${sum}` : `Our estimate of ${sum} for further work`
  switch (quote.state) {
    case 'sent':
      return {
        headline: `${name} waits for your answer${untilDay(say, quote.expires)}.`,
        next:
          before === null
            ? 'We do this work when you have accepted it.'
            : `We do it when you have accepted it. What you accepted before for ${before} goes on either way.`,
        need: 'answer',
      }
    case 'accepted':
      return accepted(say, facts, status)
    case 'declined':
      return {
        headline: `You declined ${name.replace('Our', 'our')}${onDay(say, quote.answered)}.`,
        next: before === null ? `We do not do this work. Next we send your machine back to you. ${RETURN_PAID_BY_US}` : workAgreed(before),
        need: null,
      }
    case 'expired':
      return {
        headline: `${name} ended${onDay(say, quote.expires)} without your answer.`,
        next:
          before === null
            ? 'Your machine stays with us. Tell us if you want a new estimate, or to have it sent back.'
            : `${workAgreed(before)} Tell us if you still want the further work.`,
        need: before === null ? 'word' : null,
      }
  }
}

function over(say: Say, facts: RepairFacts): Standing {
  const { status, outcome, done, reached, hasParcelBack, tradeIn } = facts
  const gone = hasParcelBack
    ? `It is on its way to you: it left us${onDay(say, reached.shipped ?? null)}.`
    : `It left our workshop${onDay(say, reached.shipped ?? null)}.`
  const look = 'Please check it when it arrives, and tell us at once about any damage in transit.'
  const isShipped = status === 'shipped'
  const { sentence, need } = payment(say, facts)
  if (outcome === 'traded_in') {
    return {
      headline: tradeIn === null ? 'You turned this repair into a trade-in.' : `You turned this repair into trade-in ${tradeIn}.`,
      next: 'The trade-in shows what happens to the machine next.',
      need: null,
    }
  }
  if (outcome === 'closed') {
    return {
      headline: done === null ? 'This repair is closed.' : `This repair was closed${onDay(say, done)}.`,
      next: 'If the machine is on its way to us, or you still want it repaired, please tell us.',
      need: null,
    }
  }
  if (isUndone(outcome)) {
    return {
      headline: `${whyUndone[outcome]}${isShipped ? ` ${gone}` : ''}`,
      next: isShipped ? `${sentence}${look}` : `${sentence === '' ? 'Next we send it back to you. ' : sentence}${RETURN_PAID_BY_US}`,
      need,
    }
  }
  const what =
    outcome === 'repaired' ? 'It is repaired and tested.' : outcome === 'finished' ? 'Our work on it is finished.' : 'This repair is over.'
  if (isShipped) return { headline: `${what} ${gone}`, next: `${sentence}${look}`, need }
  return {
    headline: `${what}${done === null ? '' : ` It was completed${onDay(say, done)}.`}`,
    next: `${sentence === '' ? 'Next we send it to you. ' : sentence}If you would rather collect it, please tell us.`,
    need,
  }
}

function standingOf(say: Say, facts: RepairFacts): Standing {
  const { passed, withdrawn, status, quote, isHere } = facts
  if (passed !== null) return passedOn(say, passed)
  if (withdrawn !== null) return withdrawnOn(say, withdrawn)
  if (isFinalStatus(status)) return over(say, facts)
  if (quote !== null) return afterQuote(say, facts, quote, status)
  // A machine that is being worked on counts as arrived, even if plain SQL has stored otherwise.
  return isHere || status !== 'received' ? underWay[status](say, facts) : beforeArrival(say, facts)
}

function stagesOf(facts: RepairFacts): Stages {
  const { status, outcome, isHere, sent, asked, arrived, reached, done, withdrawn, quote } = facts
  const at: Partial<Record<RepairStatus, Date | null>> = {
    ...reached,
    received: arrived ?? (isHere ? asked : null),
    completed: done ?? reached.completed ?? null,
  }
  const index = Math.max(repairStatuses.indexOf(status), quote === null ? 0 : repairStatuses.indexOf('diagnosing'))
  const steps = repairStatuses.map((each, place) => ({ name: stageNames[each], at: place <= index ? (at[each] ?? null) : null }))
  const names = [...new Set(steps.map(({ name }) => name))]
  const stages: Stage[] = names.map((name) => steps.find((step) => step.name === name && step.at !== null) ?? { name, at: null })
  const [, ...others] = stages
  // An online request precedes its machine.
  const unsent = [{ name: sent ? 'On its way to us' : 'Send it to us', at: sent }, ...others]
  if (withdrawn !== null) return endedStages(unsent, 0, [{ name: 'Withdrawn', at: withdrawn }])
  if (outcome === null || outcome === 'repaired' || outcome === 'finished') {
    return !isHere && quote === null && status === 'received'
      ? { stages: unsent, current: 0 }
      : { stages, current: status === 'shipped' ? stages.length : names.indexOf(steps[index]?.name ?? '') }
  }
  const begun = isHere ? 2 : 0
  const begunStages = isHere ? stages : unsent
  if (outcome === 'traded_in' || outcome === 'closed')
    return endedStages(begunStages, begun, [{ name: outcome === 'closed' ? 'Closed' : 'Traded in', at: done }])
  const back = [
    { name: 'Ready to go back', at: done },
    { name: 'Sent back', at: reached.shipped ?? null },
  ]
  const ended = endedStages(begunStages, begun, back)
  return status === 'shipped' ? ended : { ...ended, current: ended.current - back.length }
}

/** The machine goes back to its customer, now or after the agreed work. */
const isReturned = ({ status, outcome, quote, acceptedBefore }: RepairFacts) =>
  status !== 'shipped' &&
  outcome !== 'traded_in' &&
  outcome !== 'closed' &&
  (status === 'completed' || acceptedBefore !== null || quote?.state === 'accepted' || quote?.state === 'declined')

export const repairProgress = (say: Say, facts: RepairFacts): Omit<Progress, 'asksAddress'> & { isReturned: boolean } => ({
  ...standingOf(say, facts),
  ...stagesOf(facts),
  isReturned: isReturned(facts),
})
