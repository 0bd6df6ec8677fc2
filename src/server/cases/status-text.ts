import type { CaseStatus } from '~/contracts/case-emails'
import { repairServices, WARRANTY_DAYS, type RepairServiceId } from '~/contracts/repair-services'
import type { CaseEmailText } from '~/contracts/estimates'
import { repairStatuses, tradeInStatuses, type RepairStatus, type TradeInStatus } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'

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
export interface RepairFacts extends StatusFacts {
  service: RepairServiceId | null
  /** It is done under the warranty of an earlier one. */
  isClaim: boolean
  estimatedCost: number | null
  actualCost: number | null
}

export interface TradeInFacts extends StatusFacts {
  /** Store credit. */
  estimatedValue: number | null
  finalValue: number | null
}

type Text<Facts> = (of: Facts) => { subject: string; paragraphs: readonly (string | null)[] }

/** Lines and not more, since plain SQL may have left anything. */
const short = (text: string, most: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)

const costs = (amount: number) => (amount === 0 ? 'It costs you nothing.' : `The cost is ${formatEuro(amount)}.`)

const warranty = `The repair is under warranty for ${WARRANTY_DAYS} days from its completion.`

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

const repairTexts: Record<RepairStatus, Text<RepairFacts>> = {
  received: ({ device, number, service, isClaim }) => ({
    subject: `We have received your device: repair ${number}`,
    paragraphs: [
      `Your ${device} has arrived, and is repair ${number} with us. The receipt is attached.`,
      isClaim
        ? `We look at it next. You claim the warranty of an earlier repair: what that covers costs you nothing.${turnaround(service)}`
        : `We look at it next, and tell you what the repair will cost. We begin when you have accepted that.${turnaround(service)}`,
    ],
  }),
  diagnosing: ({ device, number, isClaim }) => ({
    subject: `We are looking at your device: repair ${number}`,
    paragraphs: [
      `We are looking for the fault of your ${device} (repair ${number}).`,
      isClaim
        ? 'Next we repair what the warranty covers. If we find anything else, we tell you what that would cost before we do it.'
        : 'When we know what it needs, we tell you what that will cost, and begin when you have accepted it.',
    ],
  }),
  repairing: ({ device, number, estimatedCost }) => ({
    subject: `Your device is being repaired: repair ${number}`,
    paragraphs: [
      `We are repairing your ${device} (repair ${number}).`,
      estimatedCost === null || estimatedCost === 0 ? null : `The estimated cost is ${formatEuro(estimatedCost)}.`,
      'Next it runs under load, to show that the repair holds.',
    ],
  }),
  testing: ({ device, number }) => ({
    subject: `Your device is being tested: repair ${number}`,
    paragraphs: [
      `Your ${device} (repair ${number}) is repaired, and runs under load now, to show that the repair holds.`,
      'We write to you when the test is over.',
    ],
  }),
  completed: ({ device, number, actualCost }) => ({
    subject: `Your repair ${number} is complete`,
    paragraphs: [
      [`Your ${device} (repair ${number}) is repaired and tested.`, ...(actualCost === null ? [] : [costs(actualCost)])].join(' '),
      warranty,
      'Next we pack it and send it to you, and write again when it is on its way. If you would rather collect it, please call us.',
    ],
  }),
  shipped: (of) => ({
    subject: `Your device is on its way: repair ${of.number}`,
    paragraphs: [
      `Your ${of.device} (repair ${of.number}) is repaired and on its way to you. The packing slip is attached.`,
      parcel(of),
      `Please look at the device when it arrives, and tell us of any damage in transport at once. ${warranty}`,
    ],
  }),
}

const tradeInTexts: Record<TradeInStatus, Text<TradeInFacts>> = {
  submitted: ({ device, number, estimatedValue, company }) => ({
    subject: `Your trade-in ${number}`,
    paragraphs: [
      `Your ${device} is trade-in ${number} with us.`,
      estimatedValue === null
        ? 'What it is worth in store credit depends on the condition that we find when we inspect it.'
        : `It is quoted at ${formatEuro(estimatedValue)} of store credit. That depends on the condition that we find when we inspect it.`,
      `If the device is still with you: pack it well, put the attached packing slip into the box, and send it to\n${[company.name, ...company.addressLines].join('\n')}`,
    ],
  }),
  evaluated: ({ device, number }) => ({
    subject: `We have inspected your device: trade-in ${number}`,
    paragraphs: [
      `We have inspected your ${device} (trade-in ${number}).`,
      'Next we send you our offer, with what we have found and how the value comes about. Nothing is settled before you have accepted it.',
    ],
  }),
  approved: ({ device, number, finalValue }) => ({
    subject: `Your trade-in ${number} is approved`,
    paragraphs: [
      `We take your ${device} (trade-in ${number})${finalValue === null ? '' : ` for ${formatEuro(finalValue)} of store credit`}.`,
      'Next we complete the trade-in, and write to you when that is done.',
    ],
  }),
  rejected: (of) => ({
    subject: `We cannot take your device: trade-in ${of.number}`,
    paragraphs: [
      `We cannot take your ${of.device} (trade-in ${of.number}).`,
      parcel(of) === null
        ? 'It stays yours. We send it back to you; if you would rather collect it, please call us.'
        : 'It stays yours, and is on its way back to you.',
      parcel(of),
    ],
  }),
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
