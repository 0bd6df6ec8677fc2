import type { TradeInStatus } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import type { TradeInStanding } from '~/server/cases/standing'
import { parcel, postalAddress, short, type StatusFacts, type StatusTexts } from '~/server/cases/status-text'

/** Texts of the emails at each step of a trade-in. */

/** Amounts are in EUR; null while they are not set. */
export interface TradeInFacts extends StatusFacts, Omit<TradeInStanding, 'hasArrived' | 'offer' | 'credited' | 'creditedAt'> {
  offer: Pick<NonNullable<TradeInStanding['offer']>, 'state' | 'total'> | null
  /** Store credit. */
  estimatedValue: number | null
  finalValue: number | null
}

/** Says in a sentence what was offered and is not agreed; null where it is, or where nothing was offered. */
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

/** The step after an inspection, by what has been offered so far. */
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

export const tradeInTexts: StatusTexts<TradeInStatus, TradeInFacts> = {
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
