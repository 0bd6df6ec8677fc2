import { TRPCError } from '@trpc/server'
import type { CaseNoun, CaseRef, QuoteAnswer } from '~/contracts/cases/cases'
import { stateAt } from '~/contracts/cases/estimates'
import { answerStates, type AnswerFields } from '~/contracts/cases/tracking'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import type { Call } from '~/server/identity/auth/call'
import { rowsOfPresent, type CustomerCase } from '~/server/cases/customer-case'
import { fieldError } from '~/server/platform/errors'
import { answerEstimate } from '~/server/cases/quotes/estimates/answer'
import { answerOffer } from '~/server/cases/quotes/evaluation/answer'
import { isFinalStatus } from '~/contracts/statuses'
import { lockTheirs } from './access'

type Tx = Prisma.TransactionClient
type AnswerCall = Call<'db' | 'now' | 'businessTimeZone'>

const words: Record<CaseNoun, { quote: string; one: string }> = {
  repairs: { quote: 'estimate', one: 'repair' },
  tradeIns: { quote: 'offer', one: 'trade-in' },
}
const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

const quoteFields = { number: true, state: true, expiresAt: true, answeredAt: true, answerVia: true } as const

/** The estimates or offers of a case that were sent to whoever has it, the newest first. */
const sentQuotes = async (tx: Tx, { noun, id }: CaseRef) => {
  const newest = { state: { not: 'draft' }, orderBy: { number: 'desc' } } as const
  const theirs = await rowsOfPresent(tx, { noun, id })
  return noun === 'repairs'
    ? tx.repairEstimate.findMany({
        where: { repairId: id, state: newest.state, ...theirs },
        orderBy: newest.orderBy,
        select: quoteFields,
        take: 50,
      })
    : tx.tradeInOffer.findMany({
        where: { tradeInId: id, state: newest.state, ...theirs },
        orderBy: newest.orderBy,
        select: quoteFields,
        take: 50,
      })
}
type Quote = Awaited<ReturnType<typeof sentQuotes>>[number]

/** Why a quote takes no answer (any more), in words for its customer. */
function cannotAnswer(quote: Quote, state: string, noun: CaseNoun, { at, timeZone }: { at: Date; timeZone: string }): TRPCError {
  const name = words[noun].quote
  const day = (instant: Date) => formatDay(calendarDay(instant, timeZone))
  if (state === 'expired') return conflict(`This ${name} ended on ${day(quote.expiresAt ?? at)}. Contact us for another one.`)
  const how = quote.answerVia === 'telephone' ? 'You told us on the telephone' : 'It was answered on this page'
  return conflict(`This ${name} was ${state} already${quote.answeredAt ? ` on ${day(quote.answeredAt)}` : ''}. ${how}.`)
}

/** @throws CONFLICT for a case to which nothing more happens */
async function mustBeOpen(tx: Tx, { noun, id }: CaseRef): Promise<void> {
  const { status } =
    noun === 'repairs'
      ? await tx.repair.findUniqueOrThrow({ where: { id }, select: { status: true } })
      : await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { status: true } })
  if (isFinalStatus(status)) throw conflict(`Your ${words[noun].one} is ${status} meanwhile, so that there is nothing left to answer.`)
}

/**
 * Answers the estimate or the offer of a case for its customer, once: the same answer again changes nothing and is no fault.
 * @throws BAD_REQUEST for an answer that this case does not take; CONFLICT where it was answered otherwise, has ended, was replaced by
 * another, or the case is over or not theirs any more
 */
export function answerQuote(call: AnswerCall, theirs: CustomerCase, { answer, message, quote: asked }: AnswerFields): Promise<void> {
  const { db, actor, now, businessTimeZone: timeZone } = call
  const { ref } = theirs
  const { noun, id } = ref
  const given: QuoteAnswer = answerStates[answer]
  if (noun === 'repairs' && given === 'disputed') {
    throw fieldError('validation_failed', 'answer', 'An estimate is accepted or declined')
  }
  const at = now()
  return db.prisma.$transaction(async (tx) => {
    await lockTheirs(tx, call, theirs)
    const quotes = await sentQuotes(tx, ref)
    const [newest] = quotes
    const quote = asked === undefined ? newest : quotes.find(({ number }) => number === asked)
    const { quote: name } = words[noun]
    if (!newest || !quote) throw conflict(`There is no ${name} to answer.`)
    const state = stateAt(quote, at)
    if (state === given && quote === newest) return
    if (quote !== newest) throw conflict(`This ${name} was replaced by another one. Look at the new one first.`)
    if (state !== 'sent') throw cannotAnswer(quote, state, noun, { at, timeZone })
    await mustBeOpen(tx, ref)
    const answered = { number: quote.number, note: message, via: 'online', at } as const
    if (noun === 'tradeIns') await answerOffer(tx, actor, { tradeInId: id, answer: given, ...answered })
    else if (given !== 'disputed') await answerEstimate(tx, actor, { repairId: id, answer: given, ...answered })
  })
}
