import { createOnce, type CreatingCall, type SignedInCall } from '~/server/call'
import { TRPCError } from '@trpc/server'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { CreditPayments, PaidNoun, payOrderInput, payRepairInput } from '~/contracts/credit/credit-payments'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { acceptedTotal } from '~/server/cases/base/repair-lines'
import { readBill } from '../invoices/read-bill'
import { authorize, voidHold, type Authorization } from '~/server/credit/hold-credit'
import { acceptedValue } from '~/server/cases/base/accepted-value'
import { readPayments } from './read-credit-payments'
import { tellReceipt, type ReceiptCall } from '../receipts/receipt-emails'
import { lockBilling } from '../receipts/billing-locks'
import { onceUsed } from './once-used'
import { findPaid, settlePayments } from './settle-credit'

type Tx = Prisma.TransactionClient

/** The calling customer, who may name only their own rows; null for an administrator. */
type Owner = string | null

const noCustomer = (noun: PaidNoun) =>
  new TRPCError({ code: 'CONFLICT', message: `This ${records[noun].one} has no customer whose store credit could pay it.` })

/** @throws NOT_FOUND, also for somebody else's; CONFLICT without a customer */
async function lockPaid(tx: Tx, noun: PaidNoun, id: string, owner: Owner) {
  await lockRow(tx, records[noun], id)
  const [paid] = await findPaid(tx, noun, [id.toLowerCase()])
  if (!paid || (owner !== null && paid.userId !== owner)) throw notFound(records[noun])
  await lockBilling(tx, { works: [{ noun, nounId: id }], users: paid.userId === null ? [] : [paid.userId] })
  if (paid.userId === null) throw noCustomer(noun)
  return { ...paid, userId: paid.userId }
}

/** Limits an amount to what is unpaid and unpromised. @throws BAD_REQUEST for `amount` */
async function mustBeLeft(tx: Tx, at: Date, noun: PaidNoun, id: string, amount: number): Promise<void> {
  // Overdue days do not matter here.
  const { due: open } = await readBill(tx, { noun, nounId: id, at, timeZone: 'UTC' })
  if (amount > open)
    throw fieldError('validation_failed', 'amount', open > 0 ? `There is ${formatEuro(open)} left to pay.` : 'Nothing is left to pay.')
}

const expected = z.array(z.object({ status: z.string(), value: z.number().nullable() }))

/** Limits an amount to an accepted offer's credit. @throws NOT_FOUND; CONFLICT if none is expected; BAD_REQUEST for `amount` */
async function mustBeExpected(tx: Tx, tradeInId: string, userId: string, amount: number): Promise<void> {
  const [tradeIn] = expected.parse(
    await tx.$queryRaw`
      SELECT t.status::text AS status,
        ${acceptedValue('t')}::float8 AS value
      FROM trade_ins AS t WHERE t.id = ${tradeInId}::uuid AND t.user_id = ${userId}::uuid FOR UPDATE OF t`,
  )
  if (!tradeIn) throw notFound(records.tradeIns)
  if (tradeIn.value === null || tradeIn.status === 'completed' || tradeIn.status === 'rejected') {
    throw new TRPCError({ code: 'CONFLICT', message: 'This trade-in has no accepted offer whose store credit is still to come.' })
  }
  const promised = await tx.creditPayment.findMany({ where: { tradeInId, releasedAt: null }, select: { amount: true } })
  const open = sumOfAmounts([tradeIn.value, ...promised.map((payment) => -payment.amount.toNumber())])
  if (amount > open) throw fieldError('validation_failed', 'amount', `This trade-in will bring ${formatEuro(Math.max(0, open))} more.`)
}

/**
 * Holds store credit for a repair until it is completed. With `tradeInId` it waits for the credit of an accepted offer.
 * @param owner the calling customer; null for an administrator
 * @throws NOT_FOUND; CONFLICT without a customer, before an estimate is accepted, and for a trade-in without expected credit; BAD_REQUEST
 * for `amount` beyond the unpaid or the available sum
 */
export function payRepair(call: CreatingCall<ReceiptCall>, owner: Owner, input: z.output<typeof payRepairInput>): Promise<CreditPayments> {
  const key = `repairs:${call.viewer.userId}:${input.idempotencyKey ?? randomUUID()}`
  return createOnce(call, input, async (tx, { repairId: id, amount, tradeInId }) => {
    // Completing a trade-in locks it first and never locks a repair: no deadlock.
    const repair = await lockPaid(tx, 'repairs', id, owner)
    if ((await acceptedTotal(tx, id)) === null) {
      throw new TRPCError({ code: 'CONFLICT', message: 'Store credit pays what was accepted: there is no accepted estimate yet.' })
    }
    await mustBeLeft(tx, call.now(), 'repairs', id, amount)
    if (tradeInId !== undefined) await mustBeExpected(tx, tradeInId, repair.userId, amount)
    await pay(tx, call, {
      userId: repair.userId,
      noun: 'repairs',
      nounId: repair.id,
      amount,
      key,
      reason: `Repair ${repair.number}`,
      ...(tradeInId && { tradeInId }),
    })
    return readPayments(tx, call.now(), 'repairs', id, owner ?? undefined)
  })
}

/**
 * Holds credit for an order of the own catalogue until it is completed or cancelled.
 * @param owner the calling customer; null for an administrator
 * @param before runs first, in the same transaction
 * @throws NOT_FOUND; CONFLICT without a customer, for an order of the shop platform, and for a cancelled one; BAD_REQUEST for `amount`
 */
export function payOrder(
  call: CreatingCall<ReceiptCall>,
  owner: Owner,
  input: z.output<typeof payOrderInput>,
  before?: (tx: Tx) => Promise<void>,
): Promise<CreditPayments> {
  const key = `orders:${call.viewer.userId}:${input.idempotencyKey ?? randomUUID()}`
  return createOnce(call, input, async (tx, typed) => {
    await before?.(tx)
    return payOrderWithin(tx, call, typed, key, owner)
  })
}

/** Runs within a larger transaction. @param key unique to the payment */
export async function payOrderWithin(
  tx: Tx,
  call: SignedInCall<ReceiptCall>,
  { orderId: id, amount }: Omit<z.output<typeof payOrderInput>, 'idempotencyKey'>,
  key: string,
  owner: Owner = null,
): Promise<CreditPayments> {
  const order = await lockPaid(tx, 'orders', id, owner)
  const { externalId } = await tx.order.findUniqueOrThrow({ where: { id }, select: { externalId: true } })
  if (externalId !== null) throw new TRPCError({ code: 'CONFLICT', message: 'This order was paid at the checkout of the shop platform.' })
  if (order.status === 'cancelled') throw new TRPCError({ code: 'CONFLICT', message: 'This order is cancelled.' })
  await mustBeLeft(tx, call.now(), 'orders', id, amount)
  await pay(tx, call, { userId: order.userId, noun: 'orders', nounId: order.id, amount, key, reason: `Order ${order.number}` })
  return readPayments(tx, call.now(), 'orders', id, owner ?? undefined)
}

type Paying = Omit<Authorization, 'actor' | 'at' | 'cause'> & { noun: PaidNoun }

async function pay(tx: Tx, call: SignedInCall<ReceiptCall>, { noun, nounId, ...paying }: Paying): Promise<void> {
  const { actor, now } = call
  const at = now()
  const { id } = await authorize(tx, { actor, at, cause: { noun, id: nounId }, noun, nounId, ...paying })
  await settlePayments(tx, actor, at, noun, [nounId])
  await tellReceipt(tx, call, id)
}

/** Releases held credit beyond the accepted cost, the latest payment first. Credit of earlier work stays held. Needs the repair's lock. */
export async function fitRepairPayments(
  tx: Tx,
  { actor, at, repairId }: { actor: Authorization['actor']; at: Date; repairId: string },
): Promise<void> {
  const { payments } = await readPayments(tx, at, 'repairs', repairId)
  const open = payments.filter(({ state }) => state === 'held' || state === 'pending')
  if (open.length === 0) return
  await lockBilling(tx, { works: [{ noun: 'repairs', nounId: repairId }] })
  const used = sumOfAmounts(payments.map(({ captured }) => captured))
  const before = await onceUsed(tx, 'repairs', [repairId])
  let left = Math.max(0, sumOfAmounts([(await acceptedTotal(tx, repairId)) ?? 0, -used]))
  for (const { id, amount, held, captured, state } of open) {
    const promised = state === 'held' ? held : amount
    const kept = sumOfAmounts([before.find((each) => each.id === id)?.used ?? 0, -captured])
    const beyond = Math.max(0, sumOfAmounts([promised, -Math.max(left, kept)]))
    left = Math.max(0, sumOfAmounts([left, -promised]))
    if (beyond === 0) continue
    const movement = {
      actor,
      at,
      reason: 'The estimate has changed',
      cause: { noun: 'repairs', id: repairId },
      key: `fit:${id}:${randomUUID()}`,
    } as const
    if (state === 'held') await voidHold(tx, id, movement, beyond)
    if (beyond >= promised) await tx.creditPayment.update({ where: { id }, data: { releasedAt: at } })
  }
}
