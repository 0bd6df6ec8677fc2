import { TRPCError } from '@trpc/server'
import type { CaseRef } from '~/contracts/case-ref'
import { stateAt } from '~/contracts/cases/estimates'
import { TAKE_BACK_MINUTES } from '~/contracts/cases/taking-back'
import { records } from '~/contracts/records'
import { isFinalStatus } from '~/contracts/statuses'
import { Prisma, type CaseQuote } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { lockTheirs } from '~/server/cases/base/customer-access'
import { rowsOf, type CustomerCase } from '~/server/cases/base/customer-case'
import { writeMessage } from '~/server/cases/messages/send-message'
import { auditCase } from '~/server/cases/update-case'
import { unconfirmed } from '~/server/cases/base/agreed-value'
import type { Billing } from '~/server/billing/invoices/issue-invoice'
import { toAmount } from '~/server/platform/database/column-values'
import { readSettings } from '~/server/site/settings/read-settings'
import { answerReceipt } from './answer-receipt'
import { answerUndo, type AnswerUndo, type Tx } from './quote-kind'
import { quoteKinds } from './quote-kinds'
import { quotedCase } from '../base/read-quotes'

/** Customers may take back an acceptance for some minutes, until the work begins. */

type Reader = Pick<Tx, '$queryRaw' | 'repairLine' | 'caseQuote'>
type Answered = Pick<CaseQuote, 'state' | 'answeredAt' | 'answeredByUser' | 'answerVia' | 'answerUndo'>

type Why = (phone: string) => string

const lastMoment = (answeredAt: Date) => new Date(answeredAt.getTime() + TAKE_BACK_MINUTES * 60_000)

/** Only the newest quote counts: work or another quote followed an earlier one. */
const newestSent = (db: Reader, { ref, ...customer }: CustomerCase) =>
  db.caseQuote.findFirst({ where: { caseId: ref.id, state: { not: 'draft' }, ...rowsOf(customer) }, orderBy: { number: 'desc' } })

/**
 * The changes to undo and the deadline, or the reason against it. @param userId needed for an answer given while signed in; null for a link
 */
async function lookUp(db: Reader, ref: CaseRef, quote: Answered, { at, userId }: { at: Date; userId: string | null }) {
  const { word, hasGoneOn } = quoteKinds[ref.noun]
  const refused = (why: string | Why) => ({ why: typeof why === 'string' ? () => why : why, undo: null, until: null })
  const { data: undo } = answerUndo.safeParse(quote.answerUndo)
  if (quote.state !== 'accepted' || quote.answeredAt === null) return refused(`You have not accepted this ${word}.`)
  if (quote.answerVia !== 'online')
    return refused((phone) => `You accepted this ${word} on the telephone. Please call us on ${phone} to change that.`)
  if (!undo) return refused((phone) => `This ${word} cannot be taken back here. Please call us on ${phone}.`)
  if (quote.answeredByUser !== null && quote.answeredByUser !== userId) {
    return refused(`This ${word} was accepted in your account. Sign in to take that back.`)
  }
  const until = lastMoment(quote.answeredAt)
  if (at >= until)
    return refused((phone) => `You could take that back for ${TAKE_BACK_MINUTES} minutes. Please call us on ${phone} to change it.`)
  const { status } = await quotedCase(db, ref)
  const hasBegun = status !== undo.status || isFinalStatus(status) || (await hasGoneOn(db, ref.id, undo))
  if (hasBegun) return refused((phone) => `We have already begun, so you cannot take this back here. Please call us on ${phone}.`)
  return { why: null, undo, until }
}

export async function readTakeBack(
  db: Reader,
  theirs: CustomerCase,
  by: { at: Date; userId: string | null },
): Promise<{ number: number; until: Date } | null> {
  if (theirs.endedAt !== null) return null
  const quote = await newestSent(db, theirs)
  const found = quote?.state === 'accepted' ? await lookUp(db, theirs.ref, quote, by) : null
  return quote && found?.until ? { number: quote.number, until: found.until } : null
}

async function reopen(tx: Tx, call: Billing, ref: CaseRef, quote: CaseQuote, undo: AnswerUndo): Promise<void> {
  const { actor } = call
  const at = call.now()
  const open = { ...unconfirmed, answeredAt: null, answeredByUser: null, answerVia: null, answerNote: null, answerUndo: Prisma.DbNull }
  // Its last day may have passed meanwhile.
  await tx.caseQuote.update({
    where: { id: quote.id },
    data: { ...open, state: stateAt({ state: 'sent' as const, expiresAt: quote.expiresAt }, at) },
  })
  const kind = quoteKinds[ref.noun]
  await kind.unsettle(tx, ref.id, undo, { actor, at })
  await kind.bill?.(tx, call, quote)
  // Makes pages that show the agreement stale (`version`).
  await tx.$executeRaw`UPDATE ${Prisma.raw(records[ref.noun].table)} SET updated_at = updated_at WHERE id = ${ref.id}::uuid`
}

/**
 * Takes an acceptance back, once: the quote waits again, held store credit is freed, and staff read it in the history and as a message. The
 * case's lock orders it with staff's work. @throws CONFLICT after ten minutes, once the work has begun, for an answer by telephone, by a
 * link for one given signed in, for a quote that is not the newest, and for a case that has changed hands
 */
export function takeAnswerBack(
  call: Call<'db' | 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'>,
  theirs: CustomerCase,
  { quote: number }: { quote: number },
): Promise<void> {
  const { db, actor, now } = call
  const { ref } = theirs
  const kind = quoteKinds[ref.noun]
  return db.prisma.$transaction(async (tx) => {
    await lockTheirs(tx, call, theirs)
    const quote = await newestSent(tx, theirs)
    if (quote?.number !== number)
      throw new TRPCError({ code: 'CONFLICT', message: `There is another ${kind.word} by now. Look at that first.` })
    if (quote.state === 'sent') return
    const { why, undo } = await lookUp(tx, ref, quote, { at: now(), userId: actor.userId })
    if (why !== null) throw new TRPCError({ code: 'CONFLICT', message: why((await readSettings(tx)).phone_number) })
    await reopen(tx, call, ref, quote, undo)
    const told = { ...kind.told(number, toAmount(quote.total)), acceptedAt: quote.answeredAt?.toISOString() ?? null }
    await auditCase(ref.noun)(tx, actor, ref.id, `${kind.word}_taken_back`, { after: told })
    await writeMessage(tx, call, ref, {
      side: 'customer',
      authorId: actor.userId,
      body: `I have taken back my acceptance of ${kind.word} ${number}. Please do not begin.`,
    })
    await answerReceipt(tx, call, kind, { ref, number, said: 'taken back' })
  })
}
