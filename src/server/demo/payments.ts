import type { BilledNoun } from '~/contracts/billing/invoices'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { openBuyer } from '~/server/billing/invoices/invoice-parties'
import { readOwed } from '~/server/billing/invoices/read-owed'
import { receiveMoney } from '~/server/billing/invoices/receive-money'

const SHOP = { userId: null, email: null }
const TIME_ZONE = 'Europe/London'

interface Work {
  id: string
  userId: string | null
  number: string
  doneAt: Date
}

/**
 * Payments by transfer for what the demo shop has delivered: orders that are completed, and repairs that were shipped or are ready. The repair
 * that became ready last is to be paid when it is collected, and a note says so. Nobody is written to.
 */
export async function loadDemoPayments(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const ended = { updatedAt: true, userId: true, id: true } as const
  const orders = await tx.order.findMany({
    where: { status: 'completed' },
    select: { ...ended, orderNumber: true },
    orderBy: { id: 'asc' },
  })
  await payAll(
    tx,
    'orders',
    orders.map(({ orderNumber, updatedAt, ...order }) => ({ ...order, number: orderNumber, doneAt: updatedAt })),
    now,
  )
  const repairs = await tx.repair.findMany({
    where: { status: { in: ['completed', 'shipped'] } },
    select: { ...ended, repairNumber: true, status: true, completedAt: true },
    orderBy: [{ completedAt: 'desc' }, { id: 'asc' }],
  })
  const unpaid = repairs.find(({ status, userId }) => status === 'completed' && userId !== null)
  if (unpaid) await tx.caseNote.create({ data: { caseId: unpaid.id, body: 'Pays by card when the machine is collected.', createdAt: now } })
  await payAll(
    tx,
    'repairs',
    repairs
      .filter(({ id }) => id !== unpaid?.id)
      .map(({ repairNumber, completedAt, updatedAt, ...repair }) => ({
        ...repair,
        number: repairNumber,
        doneAt: completedAt ?? updatedAt,
      })),
    now,
  )
}

async function payAll(tx: Prisma.TransactionClient, noun: BilledNoun, works: readonly Work[], now: Date): Promise<void> {
  const owed = await readOwed(
    tx,
    noun,
    works.map(({ id }) => id),
  )
  for (const { id, userId, number, doneAt } of works) {
    const due = owed.get(id)?.due ?? 0
    const buyer = userId === null || due <= 0 ? null : await openBuyer(tx, userId, { noun, nounId: id })
    if (!buyer) continue
    const paidAt = new Date(Math.min(doneAt.getTime(), now.getTime()))
    const { id: paymentId } = await receiveMoney(tx, {
      ...{ buyerId: buyer.id, documentId: null, noun, nounId: id, method: 'transfer', amount: due },
      ...{ receivedOn: calendarDay(paidAt, TIME_ZONE), reference: number, actor: SHOP, at: paidAt, reason: 'Payment received' },
      key: `demo:${noun}:${id}`,
    })
    await tx.payment.update({ where: { id: paymentId }, data: { toldAt: paidAt }, select: { id: true } })
  }
}
