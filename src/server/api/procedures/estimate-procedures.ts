import {
  estimatesInput,
  recordAnswerInput,
  removePresetInput,
  saveActualLinesInput,
  saveEstimateInput,
  savePresetInput,
  sendEstimateInput,
} from '~/contracts/cases/estimates'
import { recordAnswer } from '~/server/cases/quotes/answer-quote'
import { previewQuote } from '~/server/cases/quotes/quote-email'
import { estimatesOf, repairEstimates, saveActualLines, saveEstimate } from '~/server/cases/quotes/repair-estimates'
import { sendQuote } from '~/server/cases/quotes/send-quote'
import { listPresets, removePreset, savePreset } from '~/server/cases/option-list'
import { protectedAdminProcedure } from '~/server/api/trpc'

export const estimateProcedures = {
  estimates: protectedAdminProcedure
    .meta({ about: "A repair's estimates, newest first, and the lines of its actual cost.", errors: { NOT_FOUND: true } })
    .input(estimatesInput)
    .query(({ ctx, input }) => estimatesOf(ctx, input)),

  saveEstimate: protectedAdminProcedure
    .meta({
      gives: false,
      about: "Saves the draft of a repair's estimate, and begins one where there is none.",
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or a draft that somebody has sent or replaced in the meantime' },
    })
    .input(saveEstimateInput)
    .mutation(({ ctx, input }) => saveEstimate(ctx, input)),

  previewEstimate: protectedAdminProcedure
    .meta({
      about: 'Whom the draft would be sent to, and what they would read.',
      errors: { NOT_FOUND: 'an unknown repair, or one without a draft' },
    })
    .input(estimatesInput)
    .query(({ ctx, input }) => previewQuote(repairEstimates, ctx, input)),

  sendEstimate: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Sends the draft to the customer; it can be accepted as long as the policy says.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'a stale `version`, no draft, or an `idempotencyKey` that was sent with another input',
        BAD_REQUEST: 'no line, or no customer with an address while `email` is not null',
      },
    })
    .input(sendEstimateInput)
    .mutation(({ ctx, input }) => sendQuote(repairEstimates, ctx, input)),

  recordAnswer: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Writes down what a customer has said to an estimate on the telephone.',
      errors: { NOT_FOUND: true, CONFLICT: 'an estimate that is not open: answered, expired, replaced or not sent' },
    })
    .input(recordAnswerInput)
    .mutation(({ ctx, input }) => recordAnswer(repairEstimates, ctx, input)),

  saveActualLines: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Saves the lines of what a repair really costs; their sum is its actual cost.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`', BAD_REQUEST: 'more than the customer has accepted' },
    })
    .input(saveActualLinesInput)
    .mutation(({ ctx, input }) => saveActualLines(ctx, input)),

  presets: protectedAdminProcedure.meta({ about: 'Lines that estimates often have.' }).query(({ ctx }) => listPresets(ctx)),

  savePreset: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Adds a preset, or changes the one with the id.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, too many presets, or an `idempotencyKey` that was sent with another input' },
    })
    .input(savePresetInput)
    .mutation(({ ctx, input }) => savePreset(ctx, input)),

  removePreset: protectedAdminProcedure
    .meta({ gives: false, about: 'Removes a preset.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(removePresetInput)
    .mutation(({ ctx, input }) => removePreset(ctx, input)),
}
