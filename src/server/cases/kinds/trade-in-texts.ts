import type { TradeInStatus } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import type { TradeInStanding } from '~/server/cases/base/case-standing'
import type { Completed } from '~/server/cases/trade-ins/trade-in-notices'
import { USE_OF_CREDIT } from '~/server/credit/credit-email-templates'
import { parcelText } from '~/lib/parcel-text'
import { short } from '~/lib/text'
import { statusValues, type StatusFacts, type StatusTexts } from '~/server/cases/status-text'
import type { TradeInField } from './trade-in-email-templates'
import * as templates from './trade-in-email-templates'

/** EUR; null while unset. */
export interface TradeInFacts extends StatusFacts, Omit<TradeInStanding, 'hasArrived' | 'offer' | 'credited' | 'creditedAt' | 'isAgreed'> {
  offer: Pick<NonNullable<TradeInStanding['offer']>, 'state' | 'total'> | null
  /** Store credit. */
  estimatedValue: number | null
  finalValue: number | null
  /** Store credit's outcome of this change; null in other emails. */
  credit: Completed['outcome'] | null
}

function notAgreed({ offer }: TradeInFacts): string | null {
  if (offer === null) return null
  const of = `our offer of ${formatEuro(offer.total)} of store credit`
  switch (offer.state) {
    case 'sent':
      return `Please tell us whether you accept ${of}: nothing is settled until you do.`
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

const nextOffer = 'Next we send you our offer, with what we found and how we worked out the value. Nothing is settled until you accept it.'

function afterInspection(of: TradeInFacts): string {
  if (of.offer === null) return nextOffer
  if (of.offer.state === 'accepted')
    return `You have accepted our offer of ${formatEuro(of.offer.total)} of store credit. Next we complete the trade-in.`
  if (of.offer.state === 'sent') return notAgreed(of) ?? nextOffer
  return `${notAgreed(of) ?? ''} Nothing is settled until you accept an offer.`
}

function goesBack(of: TradeInFacts): string {
  if (parcelText(of) !== null) return 'It stays yours, and is on its way back to you.'
  return of.isHere
    ? `It stays yours, and we will send it back to you. If you would rather collect it, please call us on ${of.company.phone}.`
    : 'It stays yours. If we have it, we will send it back to you. If you have not sent it yet, please keep it.'
}

function pleaseAnswer(of: TradeInFacts): string {
  const open = notAgreed(of)
  if (open === null || of.offer?.state === 'sent') return open ?? ''
  return `${open} Nothing is settled until you agree: please tell us whether you do.`
}

/** The value of a completed trade-in, or why its store credit waits. */
function valueOf(of: TradeInFacts): string {
  const { finalValue, credit } = of
  const open = notAgreed(of)
  if (credit === 'waits') return 'We check its store credit once more, and write to you when it is in your account.'
  if (credit === 'agreement' && open !== null)
    return `${open}${of.offer?.state === 'sent' ? '' : ' We add no store credit before that is settled, and will contact you about it.'}`
  if (credit === 'agreement') return 'Its store credit is not settled yet. We will contact you about it.'
  if (finalValue === null) return ''
  const value = `Its value is ${formatEuro(finalValue)} of store credit.`
  return credit === 'issued' ? `${value} ${USE_OF_CREDIT}` : value
}

const quoted = ({ estimatedValue }: TradeInFacts) =>
  estimatedValue === null
    ? 'Its value in store credit depends on the condition that we find when we inspect it.'
    : `It is quoted at ${formatEuro(estimatedValue)} of store credit. That depends on the condition that we find when we inspect it.`

const tradeInValues = (of: TradeInFacts): Record<TradeInField, string> => {
  const { offer, fromRepairNumber, finalValue } = of
  const value = finalValue === null ? null : `${formatEuro(finalValue)} of store credit`
  return {
    ...statusValues(of),
    former_repair: fromRepairNumber === null ? '' : `; it was repair ${short(fromRepairNumber, 60)}`,
    quoted: quoted(of),
    after_inspection: afterInspection(of),
    for_value: value === null ? '' : ` for ${value}`,
    please_answer: pleaseAnswer(of),
    not_agreed:
      offer?.state === 'sent' ? `You have not accepted our offer of ${formatEuro(offer.total)} of store credit.` : (notAgreed(of) ?? ''),
    goes_back: goesBack(of),
    value: valueOf(of),
  }
}

export const tradeInTexts: StatusTexts<TradeInStatus, TradeInFacts> = {
  values: tradeInValues,
  templates: {
    submitted: ({ isHere }) => (isHere ? templates.submittedHere : templates.submitted),
    evaluated: () => templates.evaluated,
    approved: (of) => (notAgreed(of) === null ? templates.approved : templates.approvedOpen),
    rejected: (of) => (notAgreed(of) === null ? templates.rejected : templates.rejectedOpen),
    completed: () => templates.completed,
  },
}
