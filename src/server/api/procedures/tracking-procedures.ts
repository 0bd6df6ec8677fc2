import { tracked } from '@trpc/server'
import { followOwnCaseInput, followTrackedInput } from '~/contracts/cases/follow-case'
import {
  answerInput,
  answerTogetherInput,
  convertInput,
  ownAnswerInput,
  ownAnswerTogetherInput,
  ownCaseInput,
  ownConvertInput,
  ownTakeBackInput,
  requestLinkInput,
  takeBackInput,
} from '~/contracts/cases/tracking'
import { trackInput } from '~/contracts/track-input'
import { networkOf } from '~/server/identity/auth/limits'
import { untilSessionEnds } from '~/server/identity/auth/session-stream'
import { caseOfLink, ownCase } from '~/server/cases/base/customer-access'
import { tokenOf } from '~/contracts/link-token'
import { answerTogether } from '~/server/cases/quotes/answer-together'
import { answerQuote } from '~/server/cases/quotes/answer-quote'
import { takeAnswerBack } from '~/server/cases/quotes/take-back-answer'
import { convertRepair } from '~/server/cases/customer/convert-repair'
import { followCase } from '~/server/cases/customer/follow-case'
import { requestLink } from '~/server/cases/customer/send-tracking-link'
import { readTracked } from '~/server/cases/read-case-page'
import { publicProcedure, signedInProcedure } from '~/server/api/trpc'

const noLink = { NOT_FOUND: 'the link is unknown, revoked or over', TOO_MANY_REQUESTS: true } as const
const notMine = { NOT_FOUND: 'no such case, or not of one’s own' } as const
const answers = {
  BAD_REQUEST: 'the field `answer` or `message`',
  CONFLICT: 'answered otherwise before, replaced by another, over, or the case is, or has gone to another customer',
} as const
const NOT_TAKEN_BACK =
  'the answer is more than ten minutes old or not the newest, was given by telephone or by somebody else’s account, the work has begun, or the case is another customer’s'
const NOT_CONVERTED =
  'the repair is over, was never estimated, has gone to another customer, or its estimate was accepted; another `value` than the one of now'

export const trackingProcedures = {
  track: publicProcedure
    .meta({ about: 'A case as its customer sees it, by the secret of a link.', errors: noLink })
    .input(trackInput)
    .query(async ({ ctx, input: { token } }) => readTracked(ctx, { token }, await caseOfLink(ctx, token))),

  answer: publicProcedure
    .meta({
      about: 'Answers the estimate or offer of a case, once; the same answer again changes nothing.',
      errors: { ...noLink, ...answers },
    })
    .input(answerInput)
    .mutation(async ({ ctx, input: { token, ...answer } }) => {
      const theirs = await caseOfLink(ctx, token)
      await ctx.limits.take('trackingAnswers', networkOf(ctx.client))
      await answerQuote(ctx, theirs, answer)
      return readTracked(ctx, { token }, theirs)
    }),

  answerTogether: publicProcedure
    .meta({
      about: 'Answers several offers of one request by its link, all or none, with one receipt.',
      errors: { ...noLink, ...answers },
    })
    .input(answerTogetherInput)
    .mutation(async ({ ctx, input: { token, answers: given } }) => {
      const theirs = await caseOfLink(ctx, token)
      await ctx.limits.take('trackingAnswers', networkOf(ctx.client))
      const named = []
      for (const each of given) named.push({ ...each, theirs: await caseOfLink(ctx, tokenOf(token, each.number)) })
      await answerTogether(ctx, named)
      return readTracked(ctx, { token }, theirs)
    }),

  takeAnswerBack: publicProcedure
    .meta({
      about: 'Takes back that an estimate or an offer was accepted, within ten minutes and unless the work has begun.',
      errors: { ...noLink, CONFLICT: NOT_TAKEN_BACK },
    })
    .input(takeBackInput)
    .mutation(async ({ ctx, input: { token, quote } }) => {
      const theirs = await caseOfLink(ctx, token)
      await ctx.limits.take('trackingAnswers', networkOf(ctx.client))
      await takeAnswerBack(ctx, theirs, { quote })
      return readTracked(ctx, { token }, theirs)
    }),

  convert: publicProcedure
    .meta({ about: 'Turns a repair into a trade-in, once; the link then leads to that.', errors: { ...noLink, CONFLICT: NOT_CONVERTED } })
    .input(convertInput)
    .mutation(async ({ ctx, input: { token, value } }) => {
      const theirs = await caseOfLink(ctx, token)
      await ctx.limits.take('trackingAnswers', networkOf(ctx.client))
      return convertRepair(ctx, theirs, value)
    }),

  requestLink: publicProcedure
    .meta({
      about: 'Sends the link to a case or an order to its own address; the same answer for every number.',
      errors: { TOO_MANY_REQUESTS: true },
    })
    .input(requestLinkInput)
    .mutation(({ ctx, input }) => requestLink(ctx, input)),

  onTracked: publicProcedure
    .meta({ about: 'Tells when something has changed in the case of a link; ends with the link.', errors: noLink })
    .input(followTrackedInput)
    .subscription(async function* ({ ctx, input: { token, lastEventId }, signal = new AbortController().signal }) {
      const events = followCase(ctx, { lastEventId, signal, find: () => caseOfLink(ctx, token) })
      for await (const { id } of events) yield tracked(id, null)
    }),
}

export const ownCaseProcedures = {
  case: signedInProcedure
    .meta({ about: "One's own repair or trade-in, by its number.", errors: notMine })
    .input(ownCaseInput)
    .query(async ({ ctx, input }) => {
      const { userId } = ctx.viewer
      return readTracked(ctx, { userId }, await ownCase(ctx, userId, input))
    }),

  answerCase: signedInProcedure
    .meta({ about: "Answers the estimate or offer of one's own case, as `cases.answer`.", errors: { ...notMine, ...answers } })
    .input(ownAnswerInput)
    .mutation(async ({ ctx, input: { noun, number, ...answer } }) => {
      const { userId } = ctx.viewer
      const theirs = await ownCase(ctx, userId, { noun, number })
      await answerQuote(ctx, theirs, answer)
      return readTracked(ctx, { userId }, theirs)
    }),

  answerTogether: signedInProcedure
    .meta({ about: "Answers several offers of one's own, as `cases.answerTogether`.", errors: { ...notMine, ...answers } })
    .input(ownAnswerTogetherInput)
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.viewer
      const named = []
      for (const each of input.answers)
        named.push({ ...each, theirs: await ownCase(ctx, userId, { noun: 'tradeIns', number: each.number }) })
      await answerTogether(ctx, named)
      return { answered: named.length }
    }),

  takeCaseAnswerBack: signedInProcedure
    .meta({
      about: "Takes back that the estimate or offer of one's own case was accepted, as `cases.takeAnswerBack`.",
      errors: { ...notMine, CONFLICT: NOT_TAKEN_BACK },
    })
    .input(ownTakeBackInput)
    .mutation(async ({ ctx, input: { quote, ...own } }) => {
      const { userId } = ctx.viewer
      const theirs = await ownCase(ctx, userId, own)
      await takeAnswerBack(ctx, theirs, { quote })
      return readTracked(ctx, { userId }, theirs)
    }),

  convertCase: signedInProcedure
    .meta({ about: "Turns one's own repair into a trade-in, once.", errors: { ...notMine, CONFLICT: NOT_CONVERTED } })
    .input(ownConvertInput)
    .mutation(async ({ ctx, input: { value, ...own } }) => convertRepair(ctx, await ownCase(ctx, ctx.viewer.userId, own), value)),

  onCase: signedInProcedure
    .meta({ about: "Tells when something has changed in one's own case or store credit; ends with the session.", errors: notMine })
    .input(followOwnCaseInput)
    .subscription(async function* ({ ctx, input: { lastEventId, ...own }, signal }) {
      const events = untilSessionEnds(ctx, {
        signal,
        follow: (until) => {
          const { userId } = ctx.viewer
          return followCase(ctx, { lastEventId, signal: until, userId, find: () => ownCase(ctx, userId, own) })
        },
      })
      for await (const { id } of events) yield tracked(id, null)
    }),
}
