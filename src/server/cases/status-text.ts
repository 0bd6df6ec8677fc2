import type { CaseDocumentKind } from '~/contracts/cases/documents'
import { documentOfStatus, type CaseStatus } from '~/contracts/cases/emails'
import { repairServices, WARRANTY_DAYS, type RepairServiceId } from '~/contracts/cases/repair-services'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { isUnderWarranty, type RepairOutcome } from '~/contracts/cases/repair-outcomes'
import { repairStatuses, tradeInStatuses, type RepairStatus, type TradeInStatus } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import type { RepairStanding, TradeInStanding } from './standing'

/** What customers are written at each step of their repair or trade-in. */

export interface StatusFacts {
  /** The site's own (settings). */
  company: { name: string; addressLines: readonly string[]; email: string; phone: string }
  number: string
  /** 'Bitmain Antminer S19'. */
  device: string
  carrier: string | null
  trackingNumber: string | null
}

/** Amounts are in EUR; null while they are not set. */
export interface RepairFacts extends StatusFacts, Omit<RepairStanding, 'hasArrived'> {
  service: RepairServiceId | null
  /** It is done under the warranty of an earlier one. */
  isClaim: boolean
  estimatedCost: number | null
  actualCost: number | null
}

export interface TradeInFacts extends StatusFacts, Omit<TradeInStanding, 'hasArrived'> {
  /** Store credit. */
  estimatedValue: number | null
  finalValue: number | null
}

type Text<Facts> = (of: Facts) => { subject: string; paragraphs: readonly (string | null)[] }

/** Lines and not more, since plain SQL may have left anything. */
const short = (text: string, most: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)

const costs = (amount: number) => (amount === 0 ? 'It costs you nothing.' : `The cost is ${formatEuro(amount)}.`)

const warranty = `The repair is under warranty for ${WARRANTY_DAYS} days from its completion.`

const ifHere =
  'If the device is with us, we send it back to you next. If it is on its way to us, or you still want it repaired, please tell us.'
const packedNext =
  'Next we pack it and send it to you, and write again when it is on its way. If you would rather collect it, please call us.'

const postalAddress = ({ company }: StatusFacts) => [company.name, ...company.addressLines].join('\n')

function turnaround(service: RepairServiceId | null): string {
  if (service === null) return ''
  const { min, max } = repairServices[service].turnaround
  return ` A repair like this usually takes ${min} to ${max} business days.`
}

/** By which carrier it comes, in lines; null while that is not known. */
function parcel({ carrier, trackingNumber }: StatusFacts): string | null {
  const lines = [
    ['Carrier', carrier],
    ['Tracking number', trackingNumber],
  ].flatMap(([name, text]) => (text ? `${name}: ${short(text, 100)}` : []))
  return lines.length === 0 ? null : lines.join('\n')
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
  const of = estimate === null ? 'our estimate' : `our estimate of ${formatEuro(estimate.total)}`
  if (outcome === 'declined') return `You declined ${of} for your ${device} (repair ${number}), and we have not done that work.`
  if (outcome === 'unanswered') return `We had no answer to ${of} for your ${device} (repair ${number}), and have not done that work.`
  return isClaim
    ? `We have done no work on your ${device} (repair ${number}) beyond what its warranty covers.`
    : `We have not repaired your ${device} (repair ${number}).`
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

const isUndone = (outcome: RepairOutcome) => outcome === 'declined' || outcome === 'unanswered' || outcome === 'undone'

const turnedInto = ({ tradeInNumber, number, device }: RepairFacts) =>
  `You have turned repair ${number} of your ${device} into a trade-in${tradeInNumber === null ? '' : `, ${short(tradeInNumber, 60)}`}.`

const finished = ({ isClaim, device, number }: RepairFacts) =>
  `The work ${isClaim ? 'under warranty ' : ''}on your ${device} (repair ${number}) is finished.`

const repairTexts: Record<RepairStatus, Text<RepairFacts>> = {
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
        subject: `Your device is ready to go back: repair ${number}`,
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

/** What was offered and is not agreed, in a sentence; null where it is, or where nothing was offered. */
function notAgreed({ offer }: TradeInFacts): string | null {
  if (offer === null) return null
  const of = `our offer of ${formatEuro(offer.total)} of store credit`
  switch (offer.state) {
    case 'sent':
      return `Please tell us whether you accept ${of}: nothing is settled before you have.`
    case 'declined':
      return `You have declined ${of}.`
    case 'disputed':
      return `You have told us that you disagree with ${of}.`
    case 'expired':
      return `You have not answered ${of}, and it has ended.`
    case 'accepted':
    case 'draft':
      return null
  }
}

const nextOffer =
  'Next we send you our offer, with what we have found and how the value comes about. Nothing is settled before you have accepted it.'

/** What follows an inspection, by what has been offered so far. */
function afterInspection(of: TradeInFacts): string {
  if (of.offer === null) return nextOffer
  if (of.offer.state === 'accepted')
    return `You have accepted our offer of ${formatEuro(of.offer.total)} of store credit. Next we complete the trade-in.`
  if (of.offer.state === 'sent') return notAgreed(of) ?? nextOffer
  return `${notAgreed(of) ?? ''} Nothing is settled before you have accepted an offer.`
}

/** How a device that is not taken stays with its customer. */
function goesBack(of: TradeInFacts): string {
  if (parcel(of) !== null) return 'It stays yours, and is on its way back to you.'
  return of.isHere
    ? 'It stays yours. We send it back to you; if you would rather collect it, please call us.'
    : 'It stays yours. If it is with us, we send it back to you; if you have not sent it yet, please keep it.'
}

const tradeInTexts: Record<TradeInStatus, Text<TradeInFacts>> = {
  submitted: (of) => {
    const { device, number, estimatedValue, fromRepairNumber } = of
    const isConverted = fromRepairNumber !== null
    return {
      subject: `Your trade-in ${number}`,
      paragraphs: [
        `Your ${device} is trade-in ${number} with us${isConverted ? `; it was repair ${short(fromRepairNumber, 60)}` : ''}.`,
        estimatedValue === null
          ? 'What it is worth in store credit depends on the condition that we find when we inspect it.'
          : `It is quoted at ${formatEuro(estimatedValue)} of store credit. That depends on the condition that we find when we inspect it.`,
        of.isHere
          ? 'The device is with us, and the receipt is attached. Next we inspect it and send you our offer; nothing is settled before you have accepted it.'
          : `If the device is still with you: pack it well, put the attached packing slip into the box, and send it to\n${postalAddress(of)}`,
      ],
    }
  },
  evaluated: (of) => ({
    subject: `We have inspected your device: trade-in ${of.number}`,
    paragraphs: [`We have inspected your ${of.device} (trade-in ${of.number}).`, afterInspection(of)],
  }),
  approved: (of) => {
    const { device, number, finalValue } = of
    const value = finalValue === null ? '' : ` for ${formatEuro(finalValue)} of store credit`
    const open = notAgreed(of)
    return {
      subject: `Your trade-in ${number} is approved`,
      paragraphs:
        open === null
          ? [`We take your ${device} (trade-in ${number})${value}.`, 'Next we complete the trade-in, and write to you when that is done.']
          : [
              `We can take your ${device} (trade-in ${number})${value}.`,
              of.offer?.state === 'sent' ? open : `${open} Nothing is settled before you agree: please tell us whether you do.`,
            ],
    }
  },
  rejected: (of) => {
    const { device, number, offer } = of
    const open = offer?.state === 'sent' ? `You have not accepted our offer of ${formatEuro(offer.total)} of store credit.` : notAgreed(of)
    return {
      subject: open === null ? `We cannot take your device: trade-in ${number}` : `There is no trade-in of your device: trade-in ${number}`,
      paragraphs: [
        open === null
          ? `We cannot take your ${device} (trade-in ${number}).`
          : `${open} There is no trade-in of your ${device} (trade-in ${number}) then.`,
        goesBack(of),
        parcel(of),
      ],
    }
  },
  completed: ({ device, number, finalValue }) => ({
    subject: `Your trade-in ${number} is complete`,
    paragraphs: [
      `The trade-in of your ${device} (${number}) is complete.${finalValue === null ? '' : ` Its value is ${formatEuro(finalValue)} of store credit.`}`,
      'Thank you for trading in with us.',
    ],
  }),
}

/** A case, for whose customer a text is. */
export type CaseFacts = ({ noun: 'repairs' } & RepairFacts) | ({ noun: 'tradeIns' } & TradeInFacts)

function write(facts: CaseFacts, status: CaseStatus) {
  if (facts.noun === 'repairs') {
    const known = repairStatuses.find((each) => each === status)
    return known && repairTexts[known](facts)
  }
  const known = tradeInStatuses.find((each) => each === status)
  return known && tradeInTexts[known](facts)
}

/** What goes with the email about a status: a slip for what is still to be sent in, a receipt for what is here. */
export function documentOf({ isHere }: CaseFacts, status: CaseStatus): CaseDocumentKind | null {
  const kind = documentOfStatus[status] ?? null
  if (kind === null || status === 'shipped') return kind
  return isHere ? 'receipt' : 'packing-slip'
}

/** @throws where a repair is given a status of trade-ins, or the other way round */
export function statusText(facts: CaseFacts, status: CaseStatus): CaseEmailText {
  const number = short(facts.number, 60)
  const text = write({ ...facts, number, device: short(facts.device, 120) }, status)
  if (!text) throw new TypeError(`No status of ${facts.noun}: ${status}`)
  const { name, addressLines, email, phone } = facts.company
  const questions = `Questions? Call ${short(phone, 60)} or write to ${short(email, 254)}, and name ${number}.`
  const sender = [name, ...addressLines].map((line) => short(line, 200)).join('\n')
  return { subject: text.subject, body: [...text.paragraphs, questions, sender].filter((paragraph) => paragraph !== null).join('\n\n') }
}
