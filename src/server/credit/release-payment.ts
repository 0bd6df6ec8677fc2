import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { paidNouns, type CreditPayments, type PaidNoun, type releaseCreditInput } from '~/contracts/credit/payments'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { ApprovalRequest } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { SignedInCall } from '~/server/call'
import type { StatusEffect } from '~/server/office/records/status-records'
import type { Actor } from '~/server/platform/audit/record'
import { notFound } from '~/server/platform/database/conflict'
import { askAgain, askForApproval, tellOfWaiting, waitingFor, withdrawApproval, type AskingCall } from './approvals/ask'
import { settleBills } from './billing/settle-bill'
import { lockLimit, mustBeProven, REQUEST_KEY, type GivingCall } from './limit'
import { lockPayment, reverseCapture, voidHold } from './payments'
import { readPayments } from './read-payments'
import { lockBilling } from './receipts/locks'
import { findPaid, settlePayments } from './settle'

/** Releases payments with store credit. Credit that was used for work counts as given when it is returned: it counts against the limit. */

type Tx = Prisma.TransactionClient
type Releasing = SignedInCall<'db'> & GivingCall & AskingCall

interface Found {
  id: string
  noun: PaidNoun
  nounId: string
  userId: string | null
  releasedAt: Date | null
}

async function findPayment(tx: Tx, paymentId: string): Promise<Found | null> {
  const found = await tx.creditPayment.findUnique({ where: { id: paymentId }, include: { account: { select: { userId: true } } } })
  const noun = paidNouns.find((each) => each === found?.noun)
  return found && noun ? { ...found, noun, userId: found.account.userId } : null
}

/** EUR of payments that were used at some time and would go back to the customer, by payment. */
async function usedOf(tx: Tx, where: Prisma.Sql): Promise<{ id: string; nounId: string; userId: string | null; used: number }[]> {
  return tx.$queryRaw`
    SELECT p.id::text AS id, p.noun_id AS "nounId", a.user_id::text AS "userId", least(p.held + p.captured, p.captured +
      (SELECT coalesce(sum(e.amount), 0) FROM credit_entries AS e WHERE e.payment_id = p.id AND e.kind = 'reverse'))::float8 AS used
    FROM credit_payments AS p JOIN credit_accounts AS a ON a.id = p.account_id WHERE ${where} ORDER BY p.id`
}

interface TakingBack {
  actor: Actor
  at: Date
  /** Prefix of its movements' keys. */
  key: string
}

/** Returns the held and used credit of a payment whose repair or order the caller has locked. */
async function takeBack(tx: Tx, { id, noun, nounId, releasedAt }: Found, { actor, at, key }: TakingBack): Promise<void> {
  const { captured, held } = await lockPayment(tx, id)
  const movement = { actor, at, reason: 'Payment taken back', cause: { noun, id: nounId } }
  if (captured > 0) await reverseCapture(tx, id, { ...movement, key: `${key}:reverse` })
  if (captured + held > 0) await voidHold(tx, id, { ...movement, key: `${key}:void` })
  await tx.creditPayment.update({ where: { id }, data: { releasedAt: releasedAt ?? at } })
  await settleBills(tx, { actor, at, noun, nounIds: [nounId] })
}

const paymentNotFound = () => notFound({ one: 'payment' })

/** Cancels the caller's own payment: its held credit can be spent again. @throws NOT_FOUND; CONFLICT if it was used */
export function cancelPayment(
  { db, actor, now }: SignedInCall<'db' | 'now'>,
  ownerId: string,
  { paymentId }: z.output<typeof releaseCreditInput>,
): Promise<CreditPayments> {
  return db.prisma.$transaction(async (tx) => {
    const at = now()
    const payment = await findPayment(tx, paymentId)
    if (!payment || payment.userId !== ownerId) throw paymentNotFound()
    await lockBilling(tx, { works: [payment] })
    if ((await lockPayment(tx, paymentId)).captured > 0)
      throw new TRPCError({ code: 'CONFLICT', message: 'This store credit has been used: the work is done.' })
    await takeBack(tx, payment, { actor, at, key: `release:${paymentId}` })
    await withdrawApproval(tx, { actor, now }, 'release', payment.id)
    return readPayments(tx, at, payment.noun, payment.nounId, ownerId)
  })
}

/**
 * Releases a customer's payment as an administrator, used credit too. If the used credit is above the limit on sums (docs/credit.md), it
 * waits for a second administrator, and the answer shows `isReleaseAsked`.
 * @throws NOT_FOUND; FORBIDDEN above the limit without a recent proof
 */
export function releasePayment(call: Releasing, { paymentId }: z.output<typeof releaseCreditInput>): Promise<CreditPayments> {
  const { db, actor } = call
  return db.prisma.$transaction(async (tx) => {
    const at = call.now()
    const payment = await findPayment(tx, paymentId)
    if (!payment) throw paymentNotFound()
    const { id, noun, nounId, userId } = payment
    await lockBilling(tx, { works: [payment], sums: [call.viewer.userId, userId] })
    const limit = await lockLimit(tx, call, [userId])
    await lockPayment(tx, id)
    const [found] = await usedOf(tx, Prisma.sql`p.id = ${id}::uuid`)
    const amount = found?.used ?? 0
    const because = limit.whyAbove(userId, amount)
    if (because === null) {
      await takeBack(tx, payment, { actor, at, key: `release:${id}` })
      await withdrawApproval(tx, call, 'release', id)
    } else if (!(await waitingFor(tx, 'release', id))) {
      mustBeProven(call, because)
      const [paid] = await findPaid(tx, noun, [nounId])
      const reason = `Payment of ${records[noun].one} ${paid?.number ?? ''} taken back`
      await askForApproval(tx, call, { kind: 'release', subjectId: id, userId, amount, reason, because })
      await tellOfWaiting(tx, call, {
        router: 'credit',
        what: `${formatEuro(amount)} of used store credit to give back (${reason})`,
        because,
      })
    }
    return readPayments(tx, at, noun, nounId)
  })
}

/** Releases a payment after approval. @throws CONFLICT if there is nothing to return any more, or more than was asked for */
export async function releaseApproved(
  tx: Tx,
  { actor, now }: AskingCall,
  { id: requestId, subjectId, amount }: Pick<ApprovalRequest, 'id' | 'subjectId' | 'amount'>,
): Promise<void> {
  const payment = await findPayment(tx, subjectId ?? '')
  if (!payment) throw askAgain('The repair or order of this payment is gone.')
  await lockBilling(tx, { works: [payment] })
  const { captured, held } = await lockPayment(tx, payment.id)
  if (captured + held === 0) throw askAgain('This payment has been given back already.')
  const [found] = await usedOf(tx, Prisma.sql`p.id = ${payment.id}::uuid`)
  if (sumOfAmounts([found?.used ?? 0, -(amount?.toNumber() ?? 0)]) > 0)
    throw askAgain('More of this payment has been used since it was asked for.')
  await takeBack(tx, payment, { actor, at: now(), key: `${REQUEST_KEY}release:${requestId}` })
}

/**
 * The effect of an order's status on its store credit. Cancelling returns used credit, which counts against the limit: above it the order
 * cannot be cancelled before a second administrator has approved the release.
 * @throws CONFLICT
 */
export const orderCreditEffect: StatusEffect = async (tx, call, { ids, status }) => {
  if (status === 'cancelled') {
    const payments = await usedOf(tx, Prisma.sql`p.noun = 'orders' AND p.noun_id = ANY(${[...ids]}::text[]) AND p.held + p.captured > 0`)
    const used = payments.filter((payment) => payment.used > 0)
    const limit =
      used.length > 0
        ? await lockLimit(
            tx,
            call,
            used.map(({ userId }) => userId),
          )
        : null
    for (const { nounId, userId, used: amount } of used) {
      const because = limit?.whyAbove(userId, amount) ?? null
      if (because === null) continue
      const [order] = await findPaid(tx, 'orders', [nounId])
      throw new TRPCError({
        code: 'CONFLICT',
        message: `Cancelling ${order?.number ?? 'this order'} gives ${formatEuro(amount)} of used store credit back. ${because}: give its payment back first, under Store credit of the order, which a second administrator approves.`,
      })
    }
  }
  return settlePayments(tx, call.actor, call.now(), 'orders', ids)
}
