import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import {
  paymentMethodLabels,
  type decideRefundInput,
  type PaymentMethod,
  type RefundOutcome,
  type refundPaymentInput,
  type RefundRow,
  type refuseRefundInput,
} from '~/contracts/billing/receipts'
import type { Payment, Prisma, Refund } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { createOnce, type CreatingCall, type SignedInCall } from '~/server/call'
import { ProviderError, type CardPayments } from '~/server/billing/card/card-provider'
import { sendRefund } from '~/server/billing/card/settle-cards'
import { lockLimit, mustBeProven } from '~/server/credit/credit-limit'
import { tellApprovers } from '~/server/identity/users/approvers'
import { addressOf, lockDecider, mustBeAnother } from '~/server/identity/users/second-administrator'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { conflict } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { paymentNotFound, readRefund, refundNotFound } from './read-payments'
import { giveBack, lockRefunded, refundableOf } from './refund-money'

type Tx = Prisma.TransactionClient
type Refunding = SignedInCall<'db' | 'now' | 'log' | 'cardPayments' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'>

const REFUND = { one: 'refund' }
/** Milliseconds for which the card provider surely knows a request. */
const FIRST_MS = 60 * 60 * 1000

const noProvider = () =>
  new TRPCError({
    code: 'PRECONDITION_FAILED',
    message: 'Card payments are not set up here any more. Pay it back at the card provider itself.',
  })

const mustBeAble = ({ cardPayments }: { cardPayments: CardPayments | null }, method: PaymentMethod): void => {
  if (method === 'stripe' && !cardPayments) throw noProvider()
}

const audit = (tx: Tx, { actor }: Refunding, { id, paymentId, amount }: Refund, state: string, note?: string) =>
  recordAudit(tx, actor, {
    action: `payment.refund_${state}`,
    subjectType: 'payment',
    subjectId: paymentId,
    after: { refund: id, amount: toAmount(amount), ...(note ? { note } : {}) },
  })

/** @returns the invoices that are owed again */
async function carryOut(tx: Tx, call: Refunding, payment: Payment, refund: Refund, subjects: Awaited<ReturnType<typeof lockRefunded>>) {
  const movement = { actor: call.actor, at: call.now(), reason: refund.reason, key: `refund:${refund.id}` }
  return giveBack(tx, payment, toAmount(refund.amount), movement, subjects)
}

/** The provider is still asked; a refund by hand is done. */
const stateOf = (method: PaymentMethod) => (method === 'stripe' ? 'asked' : 'done')

/** Stored with the call's key, for the same answer again. */
interface Asked {
  id: string
  again: { number: string; amount: number }[]
}

async function ask(
  tx: Tx,
  call: Refunding & { creditLimit: number },
  { paymentId, amount, reason }: z.output<typeof refundPaymentInput>,
): Promise<Asked> {
  const { viewer, actor } = call
  const at = call.now()
  const known = await tx.payment.findUnique({ where: { id: paymentId }, include: { buyer: { select: { userId: true } } } })
  if (!known) throw paymentNotFound()
  mustBeAble(call, known.method)
  const subjects = await lockRefunded(tx, known, [viewer.userId, known.buyer.userId])
  const limit = await lockLimit(tx, call, [known.buyer.userId])
  const { payment, left } = await refundableOf(tx, known)
  if (amount > left) throw fieldError('validation_failed', 'amount', `At most ${formatEuro(left)} of this payment can be paid back.`)
  const because = limit.whyAbove(known.buyer.userId, amount)
  if (because !== null) mustBeProven(call, because)
  const refund = await tx.refund.create({
    data: {
      paymentId,
      amount: amount.toFixed(2),
      reason,
      state: because === null ? stateOf(payment.method) : 'waiting',
      because,
      requestedBy: viewer.userId,
      requestedAt: at,
      requestedIp: addressOf(actor),
      createdAt: at,
    },
  })
  await audit(tx, call, refund, refund.state)
  if (because === null) return { id: refund.id, again: await carryOut(tx, call, payment, refund, subjects) }
  const what = `${formatEuro(amount)} to be paid back (${reason.slice(0, 200)})`
  await tellApprovers(tx, call, { router: 'payments', requestedBy: viewer.userId, at, what, because })
  return { id: refund.id, again: [] }
}

const owedAgain = (again: Asked['again']) => again.map(({ number, amount }) => ` ${number} is owed ${formatEuro(amount)} again.`).join('')

function noticeOf({ state, amount }: RefundRow, method: PaymentMethod, again: Asked['again']): string {
  const sum = formatEuro(amount)
  switch (state) {
    case 'waiting':
      return `A second administrator must approve that ${sum} are paid back. Nothing has been paid yet.`
    case 'asked':
      return `The card provider has been asked to pay ${sum} back, and has not said yet that it did.${owedAgain(again)}`
    case 'failed':
      return `The card provider could not pay ${sum} back. The money is still here.`
    case 'refused':
      return `${sum} are not paid back.`
    case 'done':
      return method === 'stripe'
        ? `${sum} were paid back to the card.${owedAgain(again)}`
        : `Written down: you have paid ${sum} back (${paymentMethodLabels[method].toLowerCase()}).${owedAgain(again)}`
  }
}

async function finish(call: Refunding, { id, again }: Asked): Promise<RefundOutcome> {
  const { db, viewer, cardPayments, log } = call
  const row = await db.prisma.refund.findUniqueOrThrow({ where: { id }, include: { payment: { select: { method: true } } } })
  if (row.state === 'asked' && cardPayments) {
    try {
      const asked = (row.decidedAt ?? row.requestedAt).getTime()
      await sendRefund({ ...call, cardPayments }, row, row.externalId === null && call.now().getTime() - asked < FIRST_MS)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      // The next round asks again (card/settle-cards.ts).
      log.warn({ err: error, refund: id }, 'The card provider has not said whether it has paid something back')
    }
  }
  const refund = await readRefund(db.prisma, viewer.userId, id)
  return { ...refund, notice: noticeOf(refund, row.payment.method, again) }
}

/**
 * Refunds a payment or part of it, at the card provider or by hand: from the account first, then from invoices, which are owed again. Above
 * the limit on sums (as of store credit) it waits for a second administrator.
 * @throws NOT_FOUND; BAD_REQUEST for `amount` beyond what is there; FORBIDDEN above the limit without a recent proof; CONFLICT for an
 * idempotency key with another input; PRECONDITION_FAILED if the card provider is no longer set up
 */
export async function refundPayment(
  call: CreatingCall<'creditLimit'> & Refunding,
  input: z.output<typeof refundPaymentInput>,
): Promise<RefundOutcome> {
  return finish(call, await createOnce(call, input, (tx, asked) => ask(tx, call, asked)))
}

async function lockWaiting(tx: Tx, id: string, version: number | undefined): Promise<Refund> {
  await tx.$queryRaw`SELECT id FROM refunds WHERE id = ${id}::uuid FOR UPDATE`
  const refund = await tx.refund.findUnique({ where: { id } })
  if (!refund) throw refundNotFound()
  if (refund.state !== 'waiting') throw new TRPCError({ code: 'CONFLICT', message: 'This refund does not wait any more.' })
  if (version !== undefined && version !== refund.version) throw conflict(REFUND)
  return refund
}

/** @throws NOT_FOUND; FORBIDDEN for the requester; CONFLICT if it no longer waits, or less is left; PRECONDITION_FAILED */
export async function approveRefund(call: Refunding, { id, version }: z.output<typeof decideRefundInput>): Promise<RefundOutcome> {
  const { db, viewer } = call
  const approved = await db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
    const known = await tx.refund.findUnique({ where: { id }, select: { payment: true } })
    if (!known) throw refundNotFound()
    mustBeAble(call, known.payment.method)
    const subjects = await lockRefunded(tx, known.payment)
    const waiting = await lockWaiting(tx, id, version)
    const at = call.now()
    await mustBeAnother(tx, waiting.requestedBy ?? viewer.userId, viewer, at)
    const { payment, left } = await refundableOf(tx, known.payment, id)
    if (toAmount(waiting.amount) > left)
      throw new TRPCError({
        code: 'CONFLICT',
        message: `Only ${formatEuro(left)} of this payment are left to pay back. Refuse this refund.`,
      })
    const refund = await tx.refund.update({
      where: { id },
      data: { state: stateOf(payment.method), decidedBy: viewer.userId, decidedAt: at },
    })
    await audit(tx, call, refund, 'approved')
    return { id, again: await carryOut(tx, call, payment, refund, subjects) }
  })
  return finish(call, approved)
}

/** Any administrator may refuse. @throws NOT_FOUND, CONFLICT */
export function refuseRefund(call: Refunding, { id, version, note }: z.output<typeof refuseRefundInput>): Promise<RefundRow> {
  const { db, viewer } = call
  return db.prisma.$transaction(async (tx) => {
    await lockWaiting(tx, id, version)
    const refund = await tx.refund.update({
      where: { id },
      data: { state: 'refused', decidedBy: viewer.userId, decidedAt: call.now(), decisionNote: note },
    })
    await audit(tx, call, refund, 'refused', note)
    return readRefund(tx, viewer.userId, id)
  })
}
