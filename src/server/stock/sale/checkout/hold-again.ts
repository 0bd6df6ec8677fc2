import { TRPCError } from '@trpc/server'
import { HOLD_MINUTES } from '~/contracts/stock/checkout'
import type { Prisma } from '~/generated/prisma/client'
import { codedError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { isInStock, lockProducts, productsOf } from '../stock-of-order'

/** The card provider takes no page that ends within 30 minutes. */
export const PAGE_MINUTES = HOLD_MINUTES + 1

/** For as long as a page to pay on is open. @throws CONFLICT if the stock is gone, or the order is over */
export const holdAgain = ({ db, now }: Pick<Services, 'db' | 'now'>, orderId: string): Promise<string | null> =>
  db.prisma.$transaction((tx) => holdAgainWithin(tx, now(), orderId))

/** Runs within a larger transaction. */
export async function holdAgainWithin(tx: Prisma.TransactionClient, at: Date, orderId: string): Promise<string | null> {
  await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`
  const { order, ...sale } = await tx.orderSale.findUniqueOrThrow({
    where: { orderId },
    include: { order: { select: { status: true, userId: true } } },
  })
  if (order.status === 'cancelled') throw new TRPCError({ code: 'CONFLICT', message: 'This order is cancelled. Please order again.' })
  if (sale.agreedAt !== null || (sale.heldUntil !== null && sale.heldUntil > at)) return order.userId
  await lockProducts(tx, await productsOf(tx, [orderId]))
  if (!(await isInStock(tx, at, orderId)))
    throw codedError('CONFLICT', 'out_of_stock', 'Not all of this order is in stock any more. Please write to us, or order again.')
  await tx.orderSale.update({ where: { orderId }, data: { heldUntil: new Date(at.getTime() + HOLD_MINUTES * 60_000) } })
  return order.userId
}
