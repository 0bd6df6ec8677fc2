import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun } from '~/contracts/credit/invoices'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { StatusEffect } from '~/server/office/records/status-records'
import { readOwed } from './owed'

/** Work that has come to nothing: bills that wait are withdrawn, and for those that were issued a credit note is proposed. */

type Tx = Prisma.TransactionClient

/** Orders that are named, one sentence each. */
const MOST_NAMED = 5

/** Withdraws bills that wait of work that has ended and costs nothing: they would never be issued. The caller has locked the rows. */
export async function withdrawOfEnded(tx: Tx, noun: BilledNoun, ids: readonly string[]): Promise<void> {
  const waiting = await tx.billingDocument.findMany({
    where: { noun, nounId: { in: [...ids] }, kind: 'invoice', purpose: { not: 'interest' }, state: 'waiting' },
    select: { id: true, nounId: true },
  })
  if (waiting.length === 0) return
  const owed = await readOwed(
    tx,
    noun,
    waiting.flatMap(({ nounId }) => nounId ?? []),
  )
  const over = waiting.filter(({ nounId }) => {
    const work = owed.get(nounId ?? '')
    return work?.isEnded === true && (work.cost ?? 0) <= 0
  })
  await tx.billingDocument.updateMany({
    where: { id: { in: over.map(({ id }) => id) } },
    data: { state: 'withdrawn', waitsFor: [] },
  })
}

/** Tells an administrator who cancels billed orders that nothing of them is asked for any more, and which credit notes follow. */
export const endOrders: StatusEffect = async (tx, _call, { ids, status }) => {
  if (status !== 'cancelled') return []
  await withdrawOfEnded(tx, 'orders', ids)
  const owed = await readOwed(tx, 'orders', ids)
  const numbers = await tx.order.findMany({
    where: { id: { in: [...ids] } },
    orderBy: [{ orderNumber: 'asc' }, { id: 'asc' }],
    select: { id: true, orderNumber: true },
  })
  const billed = numbers.flatMap(({ id, orderNumber }) => {
    const work = owed.get(id)
    const amount = work ? sumOfAmounts([work.billed, -work.credited, work.interest]) : 0
    return amount > 0 ? { number: orderNumber.slice(0, 200), amount } : []
  })
  const others = billed.length - MOST_NAMED
  return [
    ...billed
      .slice(0, MOST_NAMED)
      .map(
        ({ number, amount }) =>
          `${formatEuro(amount)} is billed for ${number}. Nobody is reminded of it or charged interest any more: issue the credit note on its bill.`,
      ),
    ...(others > 0 ? [`The same holds for ${others} more ${others === 1 ? records.orders.one : records.orders.many}.`] : []),
  ]
}

/** The condition, by an order's id, that it was billed, of which its cancellation tells. */
export const isBilledOrder = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM billing_documents AS d WHERE d.noun = 'orders' AND d.noun_id = ${id})`
