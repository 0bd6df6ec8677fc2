import { sumOfAmounts } from '~/contracts/credit/credit'
import type { BilledNoun } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import type { StatusEffect } from '~/server/platform/records/status-records'
import { readOwed } from './read-owed'

type Tx = Prisma.TransactionClient

const MOST_NAMED = 5

/** Withdraws bills that would never be issued. Needs the locks of the rows. */
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

/** Lists cancelled orders that were billed: they are no longer asked for, and each needs a credit note. */
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

export const isBilledOrder = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM billing_documents AS d WHERE d.noun = 'orders' AND d.noun_id = ${id})`
