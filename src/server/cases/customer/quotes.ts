import type { Estimate } from '~/contracts/cases/estimates'
import type { Offer } from '~/contracts/cases/offers'
import type { PublicEstimate, PublicOffer } from '~/contracts/cases/tracking'

/** Estimates and offers as their customer sees them: without drafts, and without who has worked on them. */

const common = ({ number, sentAt, expiresAt, answeredAt, answerVia, answerNote }: Estimate | Offer) => ({
  number,
  sentAt,
  expiresAt,
  answeredAt,
  answerVia,
  // What somebody has noted of a call is the desk's.
  message: answerVia === 'online' ? answerNote : null,
})

const wasSent = ({ state }: Estimate | Offer) => state !== 'draft'

export const publicEstimates = (estimates: readonly Estimate[]): PublicEstimate[] =>
  estimates.filter(wasSent).map((estimate) => {
    const { state, lines, total } = estimate
    return { kind: 'estimate', ...common(estimate), state, lines, total }
  })

export const publicOffers = (offers: readonly Offer[]): PublicOffer[] =>
  offers.filter(wasSent).map((offer) => {
    const { state, grade, baseValue, deductions, checks, finalValue, overrideReason } = offer
    return {
      kind: 'offer',
      ...common(offer),
      state,
      total: finalValue,
      grade,
      baseValue,
      deductions: deductions.map(({ label, explanation, kind, amount }) => ({ label, explanation, kind, amount })),
      checks,
      overrideReason,
    }
  })
