import { isReturnedUnrepaired, isUnderWarranty, type RepairOutcome } from '~/contracts/cases/repair-outcomes'
import { repairServices, WARRANTY_DAYS, type RepairServiceId } from '~/contracts/cases/repair-services'
import type { RepairStatus } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import type { RepairStanding } from '~/server/cases/standing'
import { parcel, postalAddress, short, type StatusFacts, type StatusTexts } from '~/server/cases/status-text'

/** What customers are written at each step of their repair. */

/** Amounts are in EUR; null while they are not set. */
export interface RepairFacts extends StatusFacts, Omit<RepairStanding, 'hasArrived'> {
  service: RepairServiceId | null
  /** It is done under the warranty of an earlier one. */
  isClaim: boolean
  estimatedCost: number | null
  actualCost: number | null
}

const costs = (amount: number) => (amount === 0 ? 'It costs you nothing.' : `The cost is ${formatEuro(amount)}.`)

const warranty = `The repair is under warranty for ${WARRANTY_DAYS} days from its completion.`

const ifHere =
  'If the device is with us, we send it back to you next. If it is on its way to us, or you still want it repaired, please tell us.'
const packedNext =
  'Next we pack it and send it to you, and write again when it is on its way. If you would rather collect it, please call us.'

function turnaround(service: RepairServiceId | null): string {
  if (service === null) return ''
  const { min, max } = repairServices[service].turnaround
  return ` A repair like this usually takes ${min} to ${max} business days.`
}

/** How far the customer's word goes, and what waits for it; null where they were never asked by an estimate. */
function consent({ estimate, accepted }: RepairFacts): string | null {
  if (estimate === null) return null
  const total = formatEuro(estimate.total)
  const soFar = accepted === null ? '' : `You have accepted ${formatEuro(accepted)}. `
  const further = accepted === null ? 'estimate' : 'further estimate'
  switch (estimate.state) {
    case 'sent':
      return `${soFar}Our ${further} of ${total} waits for your answer: we begin that work when you have accepted it.`
    case 'declined':
      return `${soFar}You have declined our ${further} of ${total}, so that we do not begin that work.`
    case 'expired':
      return `${soFar}Our ${further} of ${total} has ended without your answer, so that we do not begin that work.`
    case 'accepted':
    case 'draft':
      return soFar.trim() || null
  }
}

/** Work beyond what was accepted that came to nothing. */
const furtherUndone = ({ estimate, accepted }: RepairFacts) =>
  accepted === null || estimate === null || estimate.state === 'accepted'
    ? null
    : `The further work of our estimate of ${formatEuro(estimate.total)} was not accepted, and was not done.`

/** Why a device goes back without the work that was asked about. */
function whyUndone({ outcome, device, number, estimate, isClaim }: RepairFacts): string {
  const whose = `your ${device} (repair ${number})`
  if (outcome === 'returned_not_repairable') return `We have examined ${whose}, and it cannot be repaired. We return it to you as it came.`
  if (outcome === 'returned_no_fault_found') return `We have tested ${whose} and found no fault. We return it to you as it came.`
  if (outcome === 'returned_declined') return `You decided against the repair of ${whose}. We return it to you unrepaired.`
  const of = estimate === null ? 'our estimate' : `our estimate of ${formatEuro(estimate.total)}`
  if (outcome === 'declined') return `You declined ${of} for ${whose}, and we have not done that work.`
  if (outcome === 'unanswered') return `We had no answer to ${of} for ${whose}, and have not done that work.`
  return isClaim ? `We have done no work on ${whose} beyond what its warranty covers.` : `We have not repaired ${whose}.`
}

/** What was done all the same, and what that costs. */
function doneInstead({ done, actualCost }: RepairFacts): string {
  const lines = done.map(({ label, amount }) => `${short(label, 120)}: ${formatEuro(amount)}`)
  const cost = costs(Math.max(actualCost ?? 0, 0))
  return lines.length === 0 ? cost : ['What we have done:', ...lines, cost].join('\n')
}

/** Nothing was repaired, so that nothing is under a new warranty. */
const noWarranty = (isClaim: boolean) =>
  isClaim ? 'The warranty of the earlier repair stays as it was.' : 'As it was not repaired, there is no repair warranty.'

const isUndone = (outcome: RepairOutcome) =>
  isReturnedUnrepaired(outcome) || outcome === 'declined' || outcome === 'unanswered' || outcome === 'undone'

const turnedInto = ({ tradeInNumber, number, device }: RepairFacts) =>
  `You have turned repair ${number} of your ${device} into a trade-in${tradeInNumber === null ? '' : `, ${short(tradeInNumber, 60)}`}.`

const finished = ({ isClaim, device, number }: RepairFacts) =>
  `The work ${isClaim ? 'under warranty ' : ''}on your ${device} (repair ${number}) is finished.`

export const repairTexts: StatusTexts<RepairStatus, RepairFacts> = {
  received: (of) => {
    const { device, number, service, isClaim, isHere } = of
    if (!isHere) {
      return {
        subject: `Your repair request ${number}`,
        paragraphs: [
          `We have your request for the repair of your ${device} (repair ${number}). The device itself has not reached us yet, as far as we know.`,
          `If it is still with you: pack it well, put the attached packing slip into the box, and send it to\n${postalAddress(of)}`,
          'We write to you when it has arrived.',
        ],
      }
    }
    const next = isClaim
      ? 'We look at it next. You claim the warranty of an earlier repair: what that covers costs you nothing.'
      : 'We look at it next, and tell you what the repair will cost. We begin when you have accepted that.'
    return {
      subject: `We have received your device: repair ${number}`,
      paragraphs: [
        `Your ${device} has arrived, and is repair ${number} with us. The receipt is attached.`,
        consent(of) ?? `${next}${turnaround(service)}`,
      ],
    }
  },
  diagnosing: (of) => ({
    subject: `We are looking at your device: repair ${of.number}`,
    paragraphs: [
      `We are looking for the fault of your ${of.device} (repair ${of.number}).`,
      consent(of) ??
        (of.isClaim
          ? 'Next we repair what the warranty covers. If we find anything else, we tell you what that would cost before we do it.'
          : 'When we know what it needs, we tell you what that will cost, and begin when you have accepted it.'),
    ],
  }),
  repairing: (of) => {
    const { device, number, estimatedCost, estimate } = of
    const expected = estimatedCost === null || estimatedCost === 0 ? null : `The estimated cost is ${formatEuro(estimatedCost)}.`
    return {
      subject:
        isUndone(of.outcome) && of.accepted === null
          ? `We are working on your device: repair ${number}`
          : `Your device is being repaired: repair ${number}`,
      paragraphs:
        estimate !== null && of.accepted === null
          ? [`We are working on your ${device} (repair ${number}).`, consent(of)]
          : [
              `We are repairing your ${device} (repair ${number}).`,
              consent(of) ?? expected,
              'Next it runs under load, to show that the repair holds.',
            ],
    }
  },
  testing: (of) => {
    const isRepaired = of.estimate === null || of.accepted !== null
    return {
      subject: `Your device is being tested: repair ${of.number}`,
      paragraphs: [
        isRepaired
          ? `Your ${of.device} (repair ${of.number}) is repaired, and runs under load now, to show that the repair holds.`
          : `Your ${of.device} (repair ${of.number}) runs under load now, to show what it does.`,
        isRepaired && (of.estimate === null || of.estimate.state === 'accepted') ? null : consent(of),
        'We write to you when the test is over.',
      ],
    }
  },
  completed: (of) => {
    const { device, number, actualCost, outcome, isClaim } = of
    const cost = actualCost === null ? [] : [costs(actualCost)]
    if (outcome === 'traded_in') {
      return {
        subject: `Your repair ${number} is now a trade-in`,
        paragraphs: [
          `${turnedInto(of)} The repair is over, and costs you nothing.`,
          'Next we inspect the device for the trade-in, and send you our offer.',
        ],
      }
    }
    if (outcome === 'closed') {
      return {
        subject: `Your repair ${number} is closed`,
        paragraphs: [[`Repair ${number} of your ${device} is closed.`, ...cost].join(' '), ifHere],
      }
    }
    if (isUndone(outcome)) {
      return {
        subject: isReturnedUnrepaired(outcome)
          ? `Your device goes back to you unrepaired: repair ${number}`
          : `Your device is ready to go back: repair ${number}`,
        paragraphs: [whyUndone(of), doneInstead(of), noWarranty(isClaim), packedNext],
      }
    }
    return {
      subject: `Your repair ${number} is complete`,
      paragraphs: [
        [outcome === 'repaired' ? `Your ${device} (repair ${number}) is repaired and tested.` : finished(of), ...cost].join(' '),
        furtherUndone(of),
        warranty,
        packedNext,
      ],
    }
  },
  shipped: (of) => {
    const { device, number, outcome } = of
    const subject = `Your device is on its way: repair ${number}`
    const look = 'Please look at the device when it arrives, and tell us of any damage in transport at once.'
    const name = `Your ${device} (repair ${number})`
    const slip = 'The packing slip is attached.'
    if (isUndone(outcome)) {
      return {
        subject,
        paragraphs: [
          `${name} is on its way back to you. ${slip}`,
          whyUndone(of),
          doneInstead(of),
          parcel(of),
          `${look} ${noWarranty(of.isClaim)}`,
        ],
      }
    }
    if (!isUnderWarranty(outcome)) {
      return {
        subject,
        paragraphs: [`${name} is on its way to you. ${slip}`, outcome === 'traded_in' ? turnedInto(of) : null, parcel(of), look],
      }
    }
    const way = outcome === 'repaired' ? 'is repaired and on its way to you' : 'is on its way to you'
    return { subject, paragraphs: [`${name} ${way}. ${slip}`, furtherUndone(of), parcel(of), `${look} ${warranty}`] }
  },
}
