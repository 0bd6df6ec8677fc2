import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { formatEuro } from '~/lib/money'
import { lockAccount, type Movement } from '~/server/credit/credit-account'
import { settleBills } from '../invoices/settle-bill'
import { lockAccountsOf } from '../receipts/billing-locks'
import { capture, hold, lockPayment, reverseCapture, voidHold } from '~/server/credit/hold-credit'
import { acceptedEstimates } from '~/server/cases/base/accepted-value'

type Tx = Prisma.TransactionClient

export type Wanted = 'held' | 'captured' | 'ended'

const ofOrder = (status: string): Wanted => (status === 'completed' ? 'captured' : status === 'cancelled' ? 'ended' : 'held')
const ofRepair = (status: string): Wanted => (status === 'completed' || status === 'shipped' ? 'captured' : 'held')

interface Settling {
  actor: Actor
  at: Date
  noun: 'repairs' | 'orders'
  nounId: string
  reason: string
}

const movementOf = ({ actor, at, noun, nounId, reason }: Settling, paymentId: string, step: string, entries: number): Movement => ({
  actor,
  at,
  reason,
  cause: { noun, id: nounId },
  key: `payment:${paymentId}:${step}:${entries}`,
})

/**
 * Brings a payment to the state of its status. Used credit is held again before it is released; credit released by a cancellation is held
 * again as far as it is still there.
 * @param most EUR that may be used; the rest is released
 * @returns EUR that could not be held again
 */
async function settleOne(
  tx: Tx,
  settling: Settling,
  paymentId: string,
  wanted: Wanted,
  most: number,
): Promise<{ used: number; lacking: number }> {
  const payment = await lockPayment(tx, paymentId)
  const step = (name: string) => movementOf(settling, paymentId, name, payment.entries)
  const isEnded = payment.held + payment.captured === 0
  if (wanted === 'captured') {
    const open = Math.max(0, sumOfAmounts([most, -payment.captured]))
    const asked = Math.min(payment.amount, open)
    // Credit released by a cancellation is held again first.
    const held = isEnded && asked > 0 ? await hold(tx, payment, step('authorize'), asked) : payment.held
    const more = Math.min(held, open)
    if (more > 0) await capture(tx, paymentId, step('capture'), more)
    if (held > more) await voidHold(tx, paymentId, step('void'))
    return { used: sumOfAmounts([payment.captured, more]), lacking: isEnded ? sumOfAmounts([asked, -held]) : 0 }
  }
  if (payment.captured > 0) await reverseCapture(tx, paymentId, step('reverse'))
  if (wanted === 'ended') {
    if (!isEnded) await voidHold(tx, paymentId, step('void'))
    return { used: 0, lacking: 0 }
  }
  if (!isEnded) return { used: 0, lacking: 0 }
  const again = await hold(tx, payment, step('authorize'), payment.amount)
  return { used: 0, lacking: sumOfAmounts([payment.amount, -again]) }
}

/** Releases a former customer's held credit; used credit paid for finished work and stays. @returns EUR */
async function giveBack(tx: Tx, settling: Settling, paymentId: string): Promise<number> {
  const { held, captured, entries } = await lockPayment(tx, paymentId)
  if (held > 0) await voidHold(tx, paymentId, movementOf(settling, paymentId, 'void', entries))
  if (captured === 0) await tx.creditPayment.update({ where: { id: paymentId }, data: { releasedAt: settling.at } })
  return held
}

interface Paid {
  id: string
  number: string
  status: string
  cost: number | null
  userId: string | null
}

/** Deleted repairs are missing. */
const findRepairs = (tx: Tx, ids: readonly string[]) =>
  tx.$queryRaw<Paid[]>`
    SELECT t.id::text AS id, left(t.repair_number, 200) AS number, t.status::text AS status, t.user_id::text AS "userId",
      coalesce(nullif(t.actual_cost, 'NaN'), (SELECT sum(e.total) FROM ${acceptedEstimates}))::float8 AS cost
    FROM repairs AS t WHERE t.id = ANY(${[...ids]}::uuid[]) ORDER BY t.id`

const findOrders = (tx: Tx, ids: readonly string[]) =>
  tx.$queryRaw<Paid[]>`
    SELECT t.id::text AS id, left(t.order_number, 200) AS number, t.status::text AS status, t.user_id::text AS "userId", nullif(t.total_amount, 'NaN')::float8 AS cost
    FROM orders AS t WHERE t.id = ANY(${[...ids]}::uuid[]) ORDER BY t.id`

const nouns = {
  repairs: { find: findRepairs, wanted: ofRepair, one: 'Repair' },
  orders: { find: findOrders, wanted: ofOrder, one: 'Order' },
}

export const findPaid = (tx: Tx, noun: keyof typeof nouns, ids: readonly string[]): Promise<Paid[]> => nouns[noun].find(tx, ids)
const wantedOf = (noun: keyof typeof nouns, status: string): Wanted => nouns[noun].wanted(status)

/** Needs the rows' locks. Only the current customer's credit pays: a former customer's held credit is released. */
export async function settlePayments(tx: Tx, actor: Actor, at: Date, noun: keyof typeof nouns, ids: readonly string[]): Promise<string[]> {
  const payments = await tx.creditPayment.findMany({
    where: { noun, nounId: { in: [...ids] }, releasedAt: null },
    orderBy: [{ accountId: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      accountId: true,
      nounId: true,
      tradeInId: true,
      captured: true,
      account: { select: { userId: true } },
      _count: { select: { entries: true } },
    },
  })
  if (payments.length === 0) return []
  await lockAccountsOf(tx, { works: ids.map((nounId) => ({ noun, nounId })) })
  const notices: string[] = []
  for (const { id: nounId, number, status, cost, userId } of await findPaid(tx, noun, ids)) {
    const settling = { actor, at, noun, nounId, reason: `${nouns[noun].one} ${number}` }
    let left = cost ?? Infinity
    for (const payment of payments.filter((each) => each.nounId === nounId)) {
      if (payment.account.userId !== userId) {
        const given = await giveBack(tx, settling, payment.id)
        if (given > 0)
          notices.push(`${formatEuro(given)} of store credit that was held for ${number} was given back to its former customer.`)
        left = Math.max(0, left - payment.captured.toNumber())
        continue
      }
      // The expected credit has not come yet.
      if (payment.tradeInId !== null && payment._count.entries === 0) continue
      const { used, lacking } = await settleOne(tx, settling, payment.id, wantedOf(noun, status), left)
      left = left === Infinity ? left : Math.max(0, sumOfAmounts([left, -used]))
      if (lacking > 0) notices.push(`${formatEuro(lacking)} of store credit for ${number} is no longer available.`)
    }
  }
  await settleBills(tx, { actor, at, noun, nounIds: ids })
  return notices
}

/** After trade-ins' credit is issued: waiting payments hold it, the oldest first. @returns the ids of completed repairs that used it */
export async function settlePending(tx: Tx, actor: Actor, at: Date, tradeInIds: readonly string[]): Promise<string[]> {
  if (tradeInIds.length === 0) return []
  const waiting = await tx.creditPayment.findMany({
    where: { noun: 'repairs', tradeInId: { in: [...tradeInIds] }, releasedAt: null, entries: { none: {} } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { account: { select: { userId: true } } },
  })
  const owners = await tx.tradeIn.findMany({ where: { id: { in: [...tradeInIds] } }, select: { id: true, userId: true } })
  for (const { id, accountId, nounId, amount, tradeInId, account } of waiting) {
    const [repair] = await findPaid(tx, 'repairs', [nounId])
    if (!repair) continue
    // The promise ends if the two no longer have the same customer.
    if (repair.userId !== account.userId || owners.find((each) => each.id === tradeInId)?.userId !== account.userId) {
      await tx.creditPayment.update({ where: { id }, data: { releasedAt: at } })
      continue
    }
    const { entries } = await lockAccount(tx, accountId)
    const settling = { actor, at, noun: 'repairs', nounId, reason: `Repair ${repair.number}` } as const
    await hold(tx, { id, accountId }, movementOf(settling, id, 'authorize', entries), toAmount(amount))
  }
  const repairs = [...new Set(waiting.map(({ nounId }) => nounId))]
  await settlePayments(tx, actor, at, 'repairs', repairs)
  return repairs
}
