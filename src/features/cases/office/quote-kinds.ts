import type * as z from 'zod'
import type { Tone } from '~/components/ui/badge'
import type { CaseNoun } from '~/contracts/case-ref'
import type { QuoteAnswer } from '~/contracts/cases/cases'
import { estimateAnswers, estimateTones, recordAnswerInput, type Estimate, type RepairEstimates } from '~/contracts/cases/estimates'
import { type Evaluation, offeredValue, valueOfGrade } from '~/contracts/cases/evaluation'
import type { StepFacts } from '~/contracts/cases/next-step'
import { offerAnswers, offerTones, recordOfferAnswerInput, type Offer } from '~/contracts/cases/offers'
import { trpc } from '~/trpc/client'
import type { CommonRouter, Mutation, Query } from '~/trpc/common-procedures'

/** Types of quotes and answers follow from these descriptions. */

type Utils = ReturnType<typeof trpc.useUtils>

/** In progress, or waiting for a second administrator. */
export const draftOf = <Quote extends { state: string }>(quotes: readonly Quote[]) => quotes.find(({ state }) => state === 'draft')
/** Newest first. */
export const sentOf = <Quote extends { state: string }>(quotes: readonly Quote[]) => quotes.filter(({ state }) => state !== 'draft')

function draftOfEstimate({ estimates }: RepairEstimates): StepFacts['draft'] {
  const draft = draftOf(estimates)
  return draft && draft.lines.length > 0 ? 'ready' : null
}

function draftOfOffer({ offers, machine, values }: Evaluation): StepFacts['draft'] {
  const draft = draftOf(offers)
  if (draft?.requested) return draft.requested.isMine ? 'asked' : 'to approve'
  return draft && offeredValue(valueOfGrade(machine, values.grade), values) !== null ? 'ready' : null
}

const answerPart = { answer: true, note: true } as const
const described = {
  repairs: {
    answers: estimateAnswers,
    answerSchema: recordAnswerInput.pick(answerPart),
    toneOf: ({ state }: Estimate) => estimateTones[state],
    amountOf: ({ total }: Estimate) => total,
    quotesOf: ({ estimates }: RepairEstimates) => estimates,
    draftStateOf: draftOfEstimate,
    useAll: (id: string) => trpc.repairs.estimates.useQuery({ id }).data,
    cacheOf: ({ repairs }: Utils) => repairs.estimates,
  },
  tradeIns: {
    answers: offerAnswers,
    answerSchema: recordOfferAnswerInput.pick(answerPart),
    toneOf: ({ state }: Offer) => offerTones[state],
    amountOf: ({ finalValue }: Offer) => finalValue,
    quotesOf: ({ offers }: Evaluation) => offers,
    draftStateOf: draftOfOffer,
    useAll: (id: string) => trpc.tradeIns.evaluation.useQuery({ id }).data,
    cacheOf: ({ tradeIns }: Utils) => tradeIns.evaluation,
  },
} satisfies Record<CaseNoun, object>
type Described = typeof described

type QuoteOf = { [Noun in CaseNoun]: Parameters<Described[Noun]['amountOf']>[0] }
type AnswerOf = { [Noun in CaseNoun]: z.output<Described[Noun]['answerSchema']> }
type AllOf = { [Noun in CaseNoun]: Parameters<Described[Noun]['quotesOf']>[0] }
// Interfaces, as in kinds.ts.
export interface QuotesOf extends QuoteOf {}
export interface Answers extends AnswerOf {}
/** A repair's estimates; a trade-in's evaluation with its offers. */
export interface CaseQuotes extends AllOf {}
export interface AnswerDraft {
  answer: QuoteAnswer
  note?: string | null | undefined
}

type Common<Noun extends CaseNoun> = CommonRouter<{
  quotes: Query<{ id: string }, CaseQuotes[Noun]>
  recordAnswer: Mutation<
    { id: string; number: number; answer: Answers[Noun]['answer']; note?: string | null | undefined },
    CaseQuotes[Noun]
  >
}>

interface QuoteKind<Noun extends CaseNoun> {
  answers: readonly QuoteAnswer[]
  answerSchema: z.ZodType<Answers[Noun], AnswerDraft>
  toneOf: (quote: QuotesOf[Noun]) => Tone
  /** EUR. */
  amountOf: (quote: QuotesOf[Noun]) => number
  quotesOf: (all: CaseQuotes[Noun]) => readonly QuotesOf[Noun][]
  /** Progress of the draft. */
  draftStateOf: (all: CaseQuotes[Noun]) => StepFacts['draft']
  useAll: (id: string) => CaseQuotes[Noun] | undefined
  cacheOf: (utils: Utils) => Common<Noun>['cache']['quotes']
}
export const deskQuotes: { readonly [Noun in CaseNoun]: QuoteKind<Noun> } = described
export const deskQuoteRouters: { readonly [Noun in CaseNoun]: Pick<Common<Noun>['hooks'], 'recordAnswer'> } = trpc
