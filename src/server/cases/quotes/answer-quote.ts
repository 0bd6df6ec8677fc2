import { TRPCError } from '@trpc/server'
import type { CaseRef } from '~/contracts/case-ref'
import type { QuoteAnswer } from '~/contracts/cases/cases'
import { stateAt } from '~/contracts/cases/estimates'
import { answerStates, type AnswerFields } from '~/contracts/cases/tracking'
import { records } from '~/contracts/records'
import { isFinalStatus } from '~/contracts/statuses'
import type { Prisma, QuoteState } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import type { Call } from '~/server/call'
import { lockTheirs } from '~/server/cases/base/customer-access'
import { rowsOfPresent, type CustomerCase } from '~/server/cases/base/customer-case'
import { auditCase } from '~/server/cases/update-case'
import { unconfirmed } from '~/server/cases/base/agreed-value'
import type { Billing } from '~/server/billing/invoices/issue-invoice'
import { toAmount } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { answerReceipt } from './answer-receipt'
import type { AnswerUndo, QuoteKind, SendingCall, Tx } from './quote-kind'
import { quoteKinds } from './quote-kinds'
import { quotedCase } from '../base/read-quotes'

const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

export interface CustomersAnswer {
  caseId: string
  number: number
  answer: QuoteAnswer
  note: string | null
  via: 'telephone' | 'online'
  at: Date
}

function notOpen(word: string, state: Exclude<QuoteState, 'sent'>): string {
  if (state === 'draft') return `This ${word} has not been sent yet.`
  if (state === 'expired') return `This ${word} has expired. Send another one first.`
  return `This ${word} has been ${state} already.${state === 'disputed' ? ' Send another one first.' : ''}`
}

/**
 * Answers a sent quote once, in the caller's transaction: heard by an administrator on the telephone, or given online.
 * @param call its actor is recorded
 * @throws NOT_FOUND; CONFLICT unless it is open
 */
export async function writeAnswer(
  tx: Tx,
  call: Billing,
  { noun, word, told, settle, bill }: QuoteKind,
  { caseId, number, answer, note, via, at }: CustomersAnswer,
): Promise<void> {
  const { actor } = call
  await lockRow(tx, records[noun], caseId)
  const quote = await tx.caseQuote.findUnique({ where: { caseId_number: { caseId, number } } })
  if (!quote) throw notFound({ one: word })
  const state = stateAt(quote, at)
  if (state !== 'sent') throw conflict(notOpen(word, state))
  await tx.caseQuote.update({
    where: { id: quote.id },
    data: { ...unconfirmed, state: answer, answeredAt: at, answeredByUser: actor.userId, answerVia: via, answerNote: note },
  })
  const changed = await settle(tx, quote, { answer, actor, at })
  if (answer === 'accepted' && via === 'online') {
    const { status } = await quotedCase(tx, { noun, id: caseId })
    await tx.caseQuote.update({ where: { id: quote.id }, data: { answerUndo: { status, ...changed } satisfies AnswerUndo } })
  }
  await bill?.(tx, call, quote)
  await auditCase(noun)(tx, actor, caseId, `${word}_${answer}`, { after: { ...told(number, toAmount(quote.total)), via, note } })
}

/** @throws NOT_FOUND, CONFLICT as `writeAnswer` */
export function recordAnswer<Page>(
  kind: QuoteKind<Page>,
  call: SendingCall,
  { id, ...said }: { id: string; number: number; answer: QuoteAnswer; note: string | null },
): Promise<Page> {
  return call.db.prisma.$transaction(async (tx) => {
    await writeAnswer(tx, call, kind, { caseId: id, ...said, via: 'telephone', at: call.now() })
    return kind.read(tx, call, id)
  })
}

const sentQuotes = async (tx: Tx, { noun, id }: CaseRef) =>
  tx.caseQuote.findMany({
    where: { caseId: id, state: { not: 'draft' }, ...(await rowsOfPresent(tx, { noun, id })) },
    orderBy: { number: 'desc' },
    select: { number: true, state: true, expiresAt: true, answeredAt: true, answerVia: true },
    take: 50,
  })
type Sent = Prisma.Result<Tx['caseQuote'], object, 'findFirstOrThrow'>

function cannotAnswer(
  { expiresAt, answeredAt, answerVia }: Pick<Sent, 'expiresAt' | 'answeredAt' | 'answerVia'>,
  state: string,
  word: string,
  { at, timeZone }: { at: Date; timeZone: string },
): TRPCError {
  const day = (instant: Date) => formatDay(calendarDay(instant, timeZone))
  if (state === 'expired') return conflict(`This ${word} ended on ${day(expiresAt ?? at)}. Contact us for another one.`)
  const how = answerVia === 'telephone' ? 'You told us on the telephone' : 'It was answered on this page'
  return conflict(`This ${word} was ${state} already${answeredAt ? ` on ${day(answeredAt)}` : ''}. ${how}.`)
}

/**
 * Answers a quote once and emails a receipt; the same answer again changes nothing. @throws BAD_REQUEST for an answer that its kind does
 * not take; CONFLICT if it was answered otherwise, has ended or was replaced, or the case is over or has changed hands
 */
export function answerQuote(call: AnsweringCall, theirs: CustomerCase, given: AnswerFields): Promise<void> {
  return call.db.prisma.$transaction(async (tx) => {
    const written = await answerWithin(tx, call, theirs, given)
    if (written) await answerReceipt(tx, call, quoteKinds[theirs.ref.noun], written)
  })
}

export type AnsweringCall = Call<'db' | 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'>

/** Sends no receipt. @returns undefined for a repeated answer @throws as `answerQuote` */
export async function answerWithin(
  tx: Tx,
  call: AnsweringCall,
  theirs: CustomerCase,
  { answer, message, quote: asked }: AnswerFields,
): Promise<{ ref: CaseRef; number: number; said: QuoteAnswer } | undefined> {
  const { now, businessTimeZone: timeZone } = call
  const { ref } = theirs
  const kind = quoteKinds[ref.noun]
  const { word, answers, otherAnswer } = kind
  const given = answerStates[answer]
  if (!answers.includes(given)) throw fieldError('validation_failed', 'answer', otherAnswer)
  const at = now()
  await lockTheirs(tx, call, theirs)
  const quotes = await sentQuotes(tx, ref)
  const [newest] = quotes
  const quote = asked === undefined ? newest : quotes.find(({ number }) => number === asked)
  if (!newest || !quote) throw conflict(`There is no ${word} to answer.`)
  const state = stateAt(quote, at)
  if (state === given && quote === newest) return undefined
  if (quote !== newest) throw conflict(`This ${word} was replaced by another one. Look at the new one first.`)
  if (state !== 'sent') throw cannotAnswer(quote, state, word, { at, timeZone })
  const { status } = await quotedCase(tx, ref)
  if (isFinalStatus(status)) throw conflict(`Your ${records[ref.noun].one} is now ${status}, so there is nothing left to answer.`)
  await writeAnswer(tx, call, kind, { caseId: ref.id, number: quote.number, answer: given, note: message, via: 'online', at })
  return { ref, number: quote.number, said: given }
}
