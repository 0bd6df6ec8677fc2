import { isReturnedUnrepaired, isUnderWarranty, type RepairOutcome } from '~/contracts/repair-outcomes'
import { repairServices, type RepairServiceId } from '~/contracts/repair-services'
import type { EmailTemplate } from '~/contracts/office/email-templates'
import type { RepairStatus } from '~/contracts/statuses'
import { payStateOf, whenToPay, type PayFacts } from '~/contracts/billing/when-to-pay'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import type { RepairStanding } from '~/server/cases/base/case-standing'
import { short } from '~/lib/text'
import { statusValues, type StatusFacts, type StatusTexts } from '~/server/cases/status-text'
import { EXPEDITED } from './kind-words'
import type { RepairField } from './repair-email-templates'
import * as templates from './repair-email-templates'

/** EUR; null while unset. */
export interface RepairFacts extends StatusFacts, Omit<RepairStanding, 'hasArrived' | 'estimate'> {
  estimate: Pick<NonNullable<RepairStanding['estimate']>, 'state' | 'total'> | null
  service: RepairServiceId | null
  isClaim: boolean
  isExpedited: boolean
  warrantyDays: number
  estimatedCost: number | null
  actualCost: number | null
  pay: PayFacts | null
}

/** Nothing is asked for twice: what is paid already is said to be. */
function costs(amount: number, { pay }: RepairFacts): string {
  if (amount === 0) return 'It costs you nothing.'
  const euro = formatEuro(amount)
  const state = pay && payStateOf(pay)
  if (state === 'store_credit') return `The cost is ${euro}, which your store credit pays.`
  return state === 'paid' || state === 'ended' ? `The cost of ${euro} is paid.` : `The cost is ${euro}.`
}

const warranty = ({ warrantyDays }: RepairFacts) => `The repair is under warranty for ${warrantyDays} days from its completion.`

function turnaround(service: RepairServiceId | null): string {
  if (service === null) return ''
  const { min, max } = repairServices[service].turnaround
  return ` A repair like this usually takes ${min} to ${max} business days.`
}

/** A sentence on the amount agreed or offered; null without an estimate. */
function consent({ estimate, accepted }: RepairFacts): string | null {
  if (estimate === null) return null
  const total = formatEuro(estimate.total)
  const soFar = accepted === null ? '' : `You have accepted ${formatEuro(accepted)}. `
  const further = accepted === null ? 'estimate' : 'further estimate'
  switch (estimate.state) {
    case 'sent':
      return `${soFar}Our ${further} of ${total} is waiting for your answer: we start that work once you have accepted it.`
    case 'declined':
      return `${soFar}You have declined our ${further} of ${total}, so we will not start that work.`
    case 'expired':
      return `${soFar}Our ${further} of ${total} has ended without your answer, so we will not start that work.`
    case 'accepted':
    case 'draft':
      return soFar.trim() || null
  }
}

const furtherUndone = ({ estimate, accepted }: RepairFacts) =>
  accepted === null || estimate === null || estimate.state === 'accepted'
    ? null
    : `You did not accept the further work in our estimate of ${formatEuro(estimate.total)}, so we did not do it.`

function whyUndone({ outcome, device, number, estimate, isClaim }: RepairFacts): string {
  const whose = `your ${device} (repair ${number})`
  if (outcome === 'returned_not_repairable')
    return `We have examined ${whose}, and it cannot be repaired. We are returning it to you as it came.`
  if (outcome === 'returned_no_fault_found') return `We have tested ${whose} and found no fault. We are returning it to you as it came.`
  if (outcome === 'returned_declined') return `You decided against the repair of ${whose}. We are returning it to you unrepaired.`
  const of = estimate === null ? 'our estimate' : `our estimate of ${formatEuro(estimate.total)}`
  if (outcome === 'declined') return `You declined ${of} for ${whose}, so we have not done that work.`
  if (outcome === 'unanswered') return `You did not answer ${of} for ${whose}, so we have not done that work.`
  return isClaim ? `We have done no work on ${whose} beyond what its warranty covers.` : `We have not repaired ${whose}.`
}

function doneInstead(of: RepairFacts): string {
  const { done, actualCost } = of
  const lines = done.map(({ label, amount }) => `${short(label, 120)}: ${formatEuro(amount)}`)
  const cost = costs(Math.max(actualCost ?? 0, 0), of)
  return lines.length === 0 ? cost : ['What we have done:', ...lines, cost].join('\n')
}

/** Nothing was repaired, so there is no new warranty. */
const noWarranty = (isClaim: boolean) =>
  isClaim ? 'The warranty of the earlier repair stays as it was.' : 'We did not repair it, so there is no repair warranty.'

const isUndone = (outcome: RepairOutcome) =>
  isReturnedUnrepaired(outcome) || outcome === 'declined' || outcome === 'unanswered' || outcome === 'undone'

const turnedInto = ({ tradeInNumber, number, device }: RepairFacts) =>
  `You have turned repair ${number} of your ${device} into a trade-in${tradeInNumber === null ? '' : `, ${short(tradeInNumber, 60)}`}.`

const firstStep = ({ isClaim, service }: RepairFacts) =>
  isClaim
    ? `Next we examine it. You are claiming under the warranty of an earlier repair: what that covers costs you nothing.${turnaround(service)}`
    : `Next we examine it and tell you what the repair will cost. We start once you have accepted the cost.${turnaround(service)}`

const diagnosisStep = ({ isClaim }: RepairFacts) =>
  isClaim
    ? 'Next we repair what the warranty covers. If we find anything else, we will tell you the cost before we do it.'
    : 'Once we know what it needs, we will tell you the cost. We start once you have accepted it.'

const expected = ({ estimatedCost }: RepairFacts) =>
  estimatedCost === null || estimatedCost === 0 ? '' : `The estimated cost is ${formatEuro(estimatedCost)}.`

/** A fully accepted estimate needs no answer. */
const openAnswer = (of: RepairFacts) => (of.estimate?.state === 'accepted' ? '' : (consent(of) ?? ''))

const say = { day: formatDay, euro: formatEuro }

/** When and how to pay a completed or shipped repair; empty if nothing is due. */
function payment({ pay }: RepairFacts, status: 'completed' | 'shipped'): string {
  if (pay?.noun !== 'repairs' || pay.due <= 0) return ''
  return whenToPay(say, { ...pay, status, depositDue: 0 }, 'email')
}

const collect = ({ company }: RepairFacts) => `If you would rather collect it, please call us on ${company.phone}.`
const afterCompletion = (of: RepairFacts) =>
  `${payment(of, 'completed') || 'Next we pack it and send it to you.'} We will email you when it is on its way. ${collect(of)}`

const repairValues = (of: RepairFacts): Record<RepairField, string> => ({
  ...statusValues(of),
  expedited: of.isExpedited ? EXPEDITED : '',
  first_step: consent(of) ?? firstStep(of),
  diagnosis_step: consent(of) ?? diagnosisStep(of),
  agreed: consent(of) ?? expected(of),
  open_answer: openAnswer(of),
  cost: of.actualCost === null ? '' : costs(of.actualCost, of),
  further_work: furtherUndone(of) ?? '',
  warranty: warranty(of),
  under_warranty: of.isClaim ? 'under warranty' : '',
  repaired_and: of.outcome === 'repaired' ? 'repaired and' : '',
  traded_in: of.outcome === 'traded_in' ? turnedInto(of) : '',
  reason: whyUndone(of),
  done_instead: doneInstead(of),
  no_warranty: noWarranty(of.isClaim),
  next_step: afterCompletion(of),
  payment: payment(of, 'shipped'),
})

const hasConsent = ({ estimate, accepted }: RepairFacts) => estimate === null || accepted !== null

function completedTemplate({ outcome }: RepairFacts): EmailTemplate {
  if (outcome === 'traded_in') return templates.tradedIn
  if (outcome === 'closed') return templates.closed
  if (isReturnedUnrepaired(outcome)) return templates.returned
  if (isUndone(outcome)) return templates.unrepaired
  return outcome === 'repaired' ? templates.completed : templates.finished
}

function shippedTemplate({ outcome }: RepairFacts): EmailTemplate {
  if (isUndone(outcome)) return templates.shippedUnrepaired
  return isUnderWarranty(outcome) ? templates.shipped : templates.shippedClosed
}

export const repairTexts: StatusTexts<RepairStatus, RepairFacts> = {
  values: repairValues,
  templates: {
    received: ({ isHere }) => (isHere ? templates.received : templates.requested),
    diagnosing: () => templates.diagnosing,
    repairing: (of) => (hasConsent(of) && !(isUndone(of.outcome) && of.accepted === null) ? templates.repairing : templates.working),
    testing: (of) => (hasConsent(of) ? templates.testing : templates.testingUnrepaired),
    completed: completedTemplate,
    shipped: shippedTemplate,
  },
}
