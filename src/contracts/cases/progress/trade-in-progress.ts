import { RETURN_PAID_BY_US } from '~/contracts/cases/taking-back'
import { tradeInStages } from '~/contracts/catalogue/trade-in-estimate'
import {
  arrivedOn,
  beforeArrival,
  endedStages,
  onDay,
  passedOn,
  withdrawnOn,
  untilDay,
  type Progress,
  type Say,
  type Stage,
  type Stages,
  type Standing,
  type TradeInFacts,
} from './progress'

type Quote = NonNullable<TradeInFacts['quote']>

const offerOf = (say: Say, { total }: Quote) => `our offer of ${say.euro(total)} of store credit`
const SETTLED_LATER = 'Nothing is settled before you accept an offer.'

function afterOffer(say: Say, { status }: TradeInFacts, quote: Quote): Standing {
  const offer = offerOf(say, quote)
  const answered = onDay(say, quote.answered)
  switch (quote.state) {
    case 'sent':
      return { headline: `Our${offer.slice(3)} waits for your answer${untilDay(say, quote.expires)}.`, next: SETTLED_LATER, need: 'answer' }
    case 'accepted':
      return {
        headline: `You accepted ${offer}${answered}.${status === 'approved' ? ' The trade-in is approved.' : ''}`,
        next: 'Next we complete the trade-in, and write to you when your store credit is there.',
        need: null,
      }
    case 'declined':
      return {
        headline: `You declined ${offer}${answered}.`,
        next: `Next we send your machine back to you. ${RETURN_PAID_BY_US}`,
        need: null,
      }
    case 'disputed':
      return {
        headline: `You disagreed with ${offer}${answered}.`,
        next: 'We look at the machine again, and write to you with what we find.',
        need: null,
      }
    case 'expired':
      return {
        headline: `Our${offer.slice(3)} ended${onDay(say, quote.expires)} without your answer.`,
        next: `Your machine stays with us. Tell us if you want a new offer, or to have it sent back. ${RETURN_PAID_BY_US}`,
        need: 'word',
      }
  }
}

function withoutOffer(say: Say, facts: TradeInFacts): Standing {
  const { status, isHere, arrived, value } = facts
  if (status === 'approved') {
    return {
      headline: value === null || value <= 0 ? 'We take your machine.' : `We take your machine for ${say.euro(value)} of store credit.`,
      next: 'Next we complete the trade-in, and write to you when your store credit is there.',
      need: null,
    }
  }
  if (status === 'evaluated') return { headline: 'We have inspected your machine, and prepare our offer.', next: SETTLED_LATER, need: null }
  if (!isHere) return beforeArrival(say, facts)
  return {
    headline: `${arrivedOn(say, arrived)} It waits for its inspection.`,
    next: 'We inspect it within 2-3 business days, and send you our offer.',
    need: null,
  }
}

function saidTo(say: Say, quote: Quote): string {
  const offer = offerOf(say, quote)
  switch (quote.state) {
    case 'declined':
      return `You declined ${offer}${onDay(say, quote.answered)}.`
    case 'disputed':
      return `You disagreed with ${offer}${onDay(say, quote.answered)}.`
    case 'expired':
      return `Our${offer.slice(3)} ended${onDay(say, quote.expires)} without your answer.`
    case 'sent':
      return `Our${offer.slice(3)} can no longer be accepted.`
    case 'accepted':
      return `You accepted ${offer}${onDay(say, quote.answered)}.`
  }
}

function whyRejected(say: Say, { quote, isHere }: TradeInFacts): string {
  if (quote === null) return isHere ? 'We cannot take this machine.' : 'We have not received this machine.'
  return quote.state === 'accepted' ? 'We cannot take this machine after all.' : saidTo(say, quote)
}

function rejected(say: Say, facts: TradeInFacts): Standing {
  const { isHere, quote, hasParcelBack, reached } = facts
  // An offer implies that the machine was here.
  const wasHere = isHere || quote !== null
  const back = hasParcelBack
    ? 'It stays yours, and is on its way back to you.'
    : wasHere
      ? `It stays yours, and we send it back to you. ${RETURN_PAID_BY_US}`
      : 'If you have not sent the machine, please keep it. If it is on its way to us, we send it back to you.'
  return { headline: `${whyRejected(say, facts)} This trade-in was closed${onDay(say, reached.rejected ?? null)}.`, next: back, need: null }
}

function completed(say: Say, { credited, value, done, isAgreed, quote }: TradeInFacts): Standing {
  const ended = done === null ? 'The trade-in is complete.' : `The trade-in was completed${onDay(say, done)}.`
  if (credited !== null) {
    return {
      headline: `${ended} We added ${say.euro(credited.amount)} of store credit to your account on ${say.day(credited.at)}.`,
      next: 'You can spend the credit on repairs and orders with us.',
      need: null,
    }
  }
  if (!isAgreed) {
    const said = quote === null ? '' : ` ${saidTo(say, quote)}`
    return { headline: `${ended}${said}`, next: 'Its store credit is not settled yet. We contact you about it.', need: null }
  }
  if (value !== null && value > 0) {
    return {
      headline: `${ended} Your store credit of ${say.euro(value)} is not in your account yet.`,
      next: 'We check it once more, and write to you when it is there.',
      need: null,
    }
  }
  return { headline: ended, next: 'If anything is open, please tell us.', need: null }
}

function standingOf(say: Say, facts: TradeInFacts): Standing {
  const { passed, withdrawn, status, quote } = facts
  if (passed !== null) return passedOn(say, passed)
  if (withdrawn !== null) return withdrawnOn(say, withdrawn)
  if (status === 'completed') return completed(say, facts)
  if (status === 'rejected') return rejected(say, facts)
  return quote === null ? withoutOffer(say, facts) : afterOffer(say, facts, quote)
}

/** (requirements §2) */
function stagesOf({ status, isHere, asked, sent, arrived, reached, credited, quote, withdrawn }: TradeInFacts): Stages {
  const [submit, ship, verify, credit] = tradeInStages
  const came = isHere || quote !== null || status !== 'submitted'
  const stages: Stage[] = [
    { name: submit, at: asked },
    { name: ship, at: sent ?? (came ? arrived : null) },
    { name: verify, at: quote?.answered ?? reached.evaluated ?? null },
    { name: credit, at: credited?.at ?? null },
  ]
  if (withdrawn !== null) return endedStages(stages, 1, [{ name: 'Withdrawn', at: withdrawn }])
  if (status === 'rejected') return endedStages(stages, isHere ? 3 : 1, [{ name: 'No trade-in', at: reached.rejected ?? null }])
  // Credit that awaits a second administrator is not there yet.
  if (status === 'completed') return { stages, current: credited === null ? 3 : stages.length }
  if (status === 'approved' || quote?.state === 'accepted') return { stages, current: 3 }
  return { stages, current: came ? 2 : 1 }
}

const isReturned = ({ status, isHere, quote, hasParcelBack }: TradeInFacts) =>
  status === 'rejected' ? (isHere || quote !== null) && !hasParcelBack : status !== 'completed' && quote?.state === 'declined'

export const tradeInProgress = (say: Say, facts: TradeInFacts): Omit<Progress, 'asksAddress'> & { isReturned: boolean } => ({
  ...standingOf(say, facts),
  ...stagesOf(facts),
  isReturned: isReturned(facts),
})
