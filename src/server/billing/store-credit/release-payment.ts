import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { paidNouns, type CreditPayments, type PaidNoun, type releaseCreditInput } from '~/contracts/credit/credit-payments'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { ApprovalRequest } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { SignedInCall } from '~/server/call'
import type { StatusEffect } from '~/server/platform/records/status-records'
import type { Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { askAgain, askForApproval, tellOfWaiting, waitingFor, withdrawApproval, type AskingCall } from '../approvals/ask-approval'
import { settleBills } from '../invoices/settle-bill'
import { lockLimit, mustBeProven, REQUEST_KEY, type GivingCall } from '~/server/credit/credit-limit'
import { onceUsed, usedOf } from './once-used'
import { lockPayment, reverseCapture, voidHold } from '~/server/credit/hold-credit'
import { readPayments } from './read-credit-payments'
import { lockBilling } from '../receipts/billing-locks'
import { findPaid, settlePayments } from './settle-credit'

/** Returning credit that was used for work counts as given, against the limit. */

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

interface TakingBack {
  actor: Actor
  at: Date
  /** Prefix of its movements' keys. */
  key: string
}

/** Needs the lock of the repair or order. */
async function takeBack(tx: Tx, { id, noun, nounId, releasedAt }: Found, { actor, at, key }: TakingBack): Promise<void> {
  const { captured, held } = await lockPayment(tx, id)
  const movement = { actor, at, reason: 'Payment taken back', cause: { noun, id: nounId } }
  if (captured > 0) await reverseCapture(tx, id, { ...movement, key: `${key}:reverse` })
  if (captured + held > 0) await voidHold(tx, id, { ...movement, key: `${key}:void` })
  await tx.creditPayment.update({ where: { id }, data: { releasedAt: releasedAt ?? at } })
  await settleBills(tx, { actor, at, noun, nounIds: [nounId] })
}

const paymentNotFound = () => notFound({ one: 'payment' })

/** The goods of an order that is paid are its customer's already, or are looked for. Needs the order's lock. */
async function mustBeOpen(tx: Tx, { noun, nounId }: Found): Promise<void> {
  const sale = noun === 'orders' ? await tx.orderSale.findUnique({ where: { orderId: nounId } }) : null
  if (sale && (sale.agreedAt !== null || sale.shortAt !== null))
    throw new TRPCError({ code: 'CONFLICT', message: 'This order is paid, and we are preparing it. Please ask us.' })
}

/** Cancels the caller's own payment and frees its held credit. @throws NOT_FOUND; CONFLICT if it was used, or has paid an order that is being prepared */
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
    await lockPayment(tx, paymentId)
    // Even during rework, only administrators return credit that was used once.
    const [found] = await usedOf(tx, Prisma.sql`p.id = ${payment.id}::uuid`)
    if (found && found.used > 0)
      throw new TRPCError({ code: 'CONFLICT', message: 'This store credit has been used for work that was done. Please ask us.' })
    await mustBeOpen(tx, payment)
    await takeBack(tx, payment, { actor, at, key: `release:${paymentId}` })
    await withdrawApproval(tx, { actor, now }, 'release', payment.id)
    return readPayments(tx, at, payment.noun, payment.nounId, ownerId)
  })
}

/**
 * Releases a payment as an administrator, used credit too. Used credit above the limit on sums (docs/credit.md) waits for a second
 * administrator, as `isReleaseAsked` shows.
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

/** @throws CONFLICT if nothing is left to return, or more than was asked for */
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
 * Returned used credit counts against the limit: above it the status waits for a second administrator to release the payment. @throws
 * CONFLICT
 */
const creditEffectOf =
  (noun: PaidNoun): StatusEffect =>
  async (tx, call, { ids }) => {
    const settle = () => settlePayments(tx, call.actor, call.now(), noun, ids)
    const before = await onceUsed(tx, noun, ids)
    if (before.length === 0) return settle()
    const limit = await lockLimit(
      tx,
      call,
      before.map(({ userId }) => userId),
    )
    const notices = await settle()
    const after = new Map((await onceUsed(tx, noun, ids)).map(({ id, used }) => [id, used]))
    for (const { id, nounId, userId, used } of before) {
      const amount = sumOfAmounts([used, -(after.get(id) ?? 0)])
      const because = amount > 0 ? limit.whyAbove(userId, amount) : null
      if (because === null) continue
      const { one } = records[noun]
      const [work] = await findPaid(tx, noun, [nounId])
      throw new TRPCError({
        code: 'CONFLICT',
        message: `This gives ${formatEuro(amount)} of used store credit for ${work?.number ?? `this ${one}`} back. ${because}: give its payment back first, under Store credit of the ${one}, which a second administrator approves.`,
      })
    }
    return notices
  }

export const orderCreditEffect = creditEffectOf('orders')
export const repairCreditEffect = creditEffectOf('repairs')
