import type { Prisma } from '~/generated/prisma/client'
import type { StatusEffect } from '~/server/platform/records/status-records'
import { tellSent, type OrderEmails } from './order-emails'

type Tx = Prisma.TransactionClient

/** A letter that still waits gives way to the new one. */
export async function tellAgain(tx: Tx, services: OrderEmails, orderId: string, former: string | null): Promise<void> {
  if (former !== null) await services.outbox.withdrawWrong(tx, [former])
  await tx.orderSale.update({ where: { orderId }, data: { sentEmail: await tellSent(tx, services, orderId) } })
}

/** Tells buyers of the checkout once that a completed order is on its way; an order taken back takes a waiting letter back too. */
export const followSent: StatusEffect = async (tx, call, { ids, status, tells }) => {
  const isSent = status === 'completed'
  const sales = await tx.orderSale.findMany({
    where: { orderId: { in: [...ids] }, channel: 'checkout', sentEmail: isSent ? null : { not: null } },
    select: { orderId: true, sentEmail: true },
    orderBy: { orderId: 'asc' },
  })
  if (isSent) for (const { orderId } of tells ? sales : []) await tellAgain(tx, call, orderId, null)
  else if (sales.length > 0) {
    const letters = sales.flatMap(({ sentEmail }) => sentEmail ?? [])
    await call.outbox.withdrawWrong(tx, letters)
    await tx.orderSale.updateMany({ where: { sentEmail: { in: letters } }, data: { sentEmail: null } })
  }
  return []
}
