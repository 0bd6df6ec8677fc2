import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { stateAt } from '~/contracts/cases/estimates'
import type { Evaluation } from '~/contracts/cases/evaluation'
import type { OfferAnswer, recordOfferAnswerInput } from '~/contracts/cases/offers'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/identity/auth/call'
import type { Actor } from '~/server/platform/audit/record'
import { toAmount } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { rowsOfPresent } from '~/server/cases/customer-case'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { auditTradeIn } from '~/server/cases/update-case'
import { readEvaluation } from './read'

type Tx = Prisma.TransactionClient

export interface AnswerToOffer {
  tradeInId: string
  /** Which of the trade-in's offers. */
  number: number
  answer: OfferAnswer
  note: string | null
  via: 'telephone' | 'online'
  at: Date
}

const cannotBeAnswered = {
  draft: 'This offer has not been sent yet.',
  accepted: 'This offer has been accepted already.',
  declined: 'This offer has been declined already.',
  disputed: 'This offer has been disputed already. Send another one first.',
  expired: 'This offer has expired. Send another one first.',
} as const

/** Once the customer has accepted an offer it is the trade-in's final value, whatever was offered after it and came to nothing. */
async function settleFinalValue(tx: Tx, tradeInId: string): Promise<void> {
  const accepted = await tx.tradeInOffer.findFirst({
    where: { tradeInId, state: 'accepted', ...(await rowsOfPresent(tx, { noun: 'tradeIns', id: tradeInId })) },
    orderBy: { number: 'desc' },
    select: { finalValue: true },
  })
  if (accepted) await tx.tradeIn.update({ where: { id: tradeInId }, data: { finalValue: toAmount(accepted.finalValue) } })
}

/**
 * Answers a sent offer for the customer, once, in a transaction of the caller's: what an administrator has heard on the
 * telephone, and what the customer says online.
 * @param actor who is written down for it
 * @throws NOT_FOUND; CONFLICT for an offer that is not open: answered already, expired, replaced or not sent
 */
export async function answerOffer(tx: Tx, actor: Actor, { tradeInId, number, answer, note, via, at }: AnswerToOffer): Promise<void> {
  await lockRow(tx, records.tradeIns, tradeInId)
  const offer = await tx.tradeInOffer.findUnique({ where: { tradeInId_number: { tradeInId, number } } })
  if (!offer) throw notFound({ one: 'offer' })
  const state = stateAt(offer, at)
  if (state !== 'sent') throw new TRPCError({ code: 'CONFLICT', message: cannotBeAnswered[state] })
  await tx.tradeInOffer.update({
    where: { id: offer.id },
    data: { state: answer, answeredAt: at, answeredByUser: actor.userId, answerVia: via, answerNote: note },
  })
  await settleFinalValue(tx, tradeInId)
  await auditTradeIn(tx, actor, tradeInId, `offer_${answer}`, {
    after: { offer: number, offeredValue: toAmount(offer.finalValue), via, note },
  })
}

/** Writes down what a customer has said on the telephone. @throws NOT_FOUND, CONFLICT as `answerOffer` */
export function recordOfferAnswer(
  call: SignedInCall<'db' | 'now' | 'offerLimit'>,
  { id, number, answer, note }: z.output<typeof recordOfferAnswerInput>,
): Promise<Evaluation> {
  return call.db.prisma.$transaction(async (tx) => {
    await answerOffer(tx, call.actor, { tradeInId: id, number, answer, note, via: 'telephone', at: call.now() })
    return readEvaluation(tx, id, call)
  })
}

/** So many in one round; the rest waits for the next. Until then they are shown as expired all the same (`stateAt`). */
const PORTION = 500

const SHOP: Actor = { userId: null, email: null }

/**
 * Writes down that sent offers are over, each in a transaction of its own: an answer of the same moment comes before or after it.
 * @param then what belongs to it, in the same transaction
 * @returns how many
 */
export async function expireOffers(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  then?: (tx: Tx, id: string) => Promise<void>,
): Promise<number> {
  const isOver = { state: 'sent', expiresAt: { lte: now() } } as const
  const over = await db.prisma.tradeInOffer.findMany({
    where: isOver,
    orderBy: { expiresAt: 'asc' },
    take: PORTION,
    select: { id: true, tradeInId: true, number: true },
  })
  return eachApart(log, over, ({ id, tradeInId, number }) =>
    db.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM trade_ins WHERE id = ${tradeInId}::uuid FOR UPDATE`
      const { count } = await tx.tradeInOffer.updateMany({ where: { id, ...isOver }, data: { state: 'expired' } })
      if (count === 0) return false
      await settleFinalValue(tx, tradeInId)
      await auditTradeIn(tx, SHOP, tradeInId, 'offer_expired', { after: { offer: number } })
      await then?.(tx, id)
      return true
    }),
  )
}
