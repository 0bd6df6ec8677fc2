import { evaluationOf, saveEvaluationInput } from '~/contracts/cases/evaluation'
import {
  approveOfferInput,
  previewOffersInput,
  recordOfferAnswerInput,
  refuseOfferInput,
  sendOfferInput,
  sendOffersInput,
} from '~/contracts/cases/offers'
import { removeDeductionReasonInput, saveDeductionReasonInput } from '~/contracts/cases/deductions'
import { listDeductionReasons, removeDeductionReason, saveDeductionReason } from '~/server/cases/option-list'
import { recordAnswer } from '~/server/cases/quotes/answer-quote'
import { approveQuote, refuseQuote } from '~/server/cases/quotes/approve-offer'
import { previewQuote } from '~/server/cases/quotes/quote-email'
import { evaluationFor } from '~/server/cases/quotes/read-evaluation'
import { saveEvaluation } from '~/server/cases/quotes/save-evaluation'
import { sendQuote } from '~/server/cases/quotes/send-quote'
import { previewOffers, readTogether, sendOffers } from '~/server/cases/quotes/offers-together'
import { listWaitingOffers } from '~/server/cases/quotes/waiting-offers'
import { tradeInOffers } from '~/server/cases/quotes/trade-in-offers'
import { protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'

export const evaluationProcedures = {
  evaluation: protectedAdminProcedure
    .meta({ about: "A trade-in's checklist, grade found, deductions and offers, newest first.", errors: { NOT_FOUND: true } })
    .input(evaluationOf)
    .query(({ ctx, input }) => evaluationFor(ctx, input)),

  saveEvaluation: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Saves the evaluation of a trade-in, which makes the draft of its next offer.',
      errors: {
        NOT_FOUND: 'an unknown trade-in or machine',
        CONFLICT: 'a stale `version`, or a draft that somebody has sent or replaced in the meantime',
        BAD_REQUEST: 'another machine than the one that was quoted, or a value beyond what the database keeps',
      },
    })
    .input(saveEvaluationInput)
    .mutation(({ ctx, input }) => saveEvaluation(ctx, input)),

  previewOffer: protectedAdminProcedure
    .meta({
      about: 'Whom the draft would be sent to, and what they would read.',
      errors: { NOT_FOUND: true, CONFLICT: 'there is no draft' },
    })
    .input(evaluationOf)
    .query(({ ctx, input }) => previewQuote(tradeInOffers, ctx, input)),

  sendOffer: protectedAdminProcedure
    .meta({
      gives: true,
      recentProof: true,
      about:
        'Sends the draft to the customer, who can accept it as long as the policy says; where what one administrator offers, or one customer is offered, in 30 days would be above `OFFER_LIMIT`, it wants a recent proof and waits for `approveOffer` instead.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'a stale `version`, no draft, one that waits already, or an `idempotencyKey` that was sent with another input',
        BAD_REQUEST: 'no value, or no customer with an address while `email` is not null',
      },
    })
    .input(sendOfferInput)
    .mutation(({ ctx, input }) => sendQuote(tradeInOffers, ctx, input)),

  together: protectedAdminProcedure
    .meta({
      about: 'The open trade-ins of one request and customer, with what their evaluation and offer lack.',
      errors: { NOT_FOUND: true },
    })
    .input(evaluationOf)
    .query(({ ctx, input }) => readTogether(ctx, input)),

  previewOffers: protectedAdminProcedure
    .meta({
      about: 'Whom the drafts of several trade-ins would be sent to, and what they would read, in one email.',
      errors: { NOT_FOUND: true, CONFLICT: 'one of them has no draft', BAD_REQUEST: 'trade-ins of several requests or customers' },
    })
    .input(previewOffersInput)
    .query(({ ctx, input }) => previewOffers(ctx, input)),

  sendOffers: protectedAdminProcedure
    .meta({
      gives: true,
      recentProof: true,
      about:
        'Sends the drafts of several trade-ins of one request with one email, all or none; those above `OFFER_LIMIT` wait for a second administrator instead, as with `sendOffer`.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'a stale `version`, no draft, one that waits already, or an `idempotencyKey` that was sent with another input',
        BAD_REQUEST: 'no value, several requests or customers, or no customer who can be reached while `email` is not null',
      },
    })
    .input(sendOffersInput)
    .mutation(({ ctx, input }) => sendOffers(ctx, input)),

  waitingOffers: protectedAdminProcedure
    .meta({ about: 'Offers above `OFFER_LIMIT` that wait for a second administrator, the latest first; at most 100.' })
    .query(({ ctx }) => listWaitingOffers(ctx)),

  approveOffer: provenAdminProcedure
    .meta({
      gives: false,
      about: 'Approves an offer above `OFFER_LIMIT` as a second administrator, and sends it.',
      errors: {
        NOT_FOUND: true,
        FORBIDDEN:
          'the administrator who asked for it, one who has been an administrator for less than 7 days, or one whom the first made an administrator in the last 90 days',
        CONFLICT: 'a stale `version`, no offer that waits, or an `idempotencyKey` that was sent with another input',
        BAD_REQUEST: 'the customer no longer has an address',
      },
    })
    .input(approveOfferInput)
    .mutation(({ ctx, input }) => approveQuote(tradeInOffers, ctx, input)),

  refuseOffer: provenAdminProcedure
    .meta({
      gives: false,
      about: 'Refuses an offer that waits for an approval, with a reason: it is a draft again.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or no offer that waits' },
    })
    .input(refuseOfferInput)
    .mutation(({ ctx, input }) => refuseQuote(tradeInOffers, ctx, input)),

  recordAnswer: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Writes down what a customer has said to an offer on the telephone.',
      errors: { NOT_FOUND: true, CONFLICT: 'an offer that is not open: answered, expired, replaced or not sent' },
    })
    .input(recordOfferAnswerInput)
    .mutation(({ ctx, input }) => recordAnswer(tradeInOffers, ctx, input)),

  deductionReasons: protectedAdminProcedure
    .meta({ about: 'Reasons for which something is taken off the value of a machine.' })
    .query(({ ctx }) => listDeductionReasons(ctx)),

  saveDeductionReason: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Adds a reason for deductions, or changes the one with the id.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, too many reasons, or an `idempotencyKey` that was sent with another input' },
    })
    .input(saveDeductionReasonInput)
    .mutation(({ ctx, input }) => saveDeductionReason(ctx, input)),

  removeDeductionReason: protectedAdminProcedure
    .meta({ gives: false, about: 'Removes a reason for deductions.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(removeDeductionReasonInput)
    .mutation(({ ctx, input }) => removeDeductionReason(ctx, input)),
}
