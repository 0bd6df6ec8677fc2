import { transferLapsesAt, type OrderSale, type SaleStanding } from '~/contracts/stock/checkout'
import type { OrderStatus } from '~/contracts/statuses'
import type { Prisma, OrderSale as SaleRow } from '~/generated/prisma/client'
import type { Services } from '~/server/services'

/** The database's `held_pieces` decides what holds stock. */
export async function standingOf(
  tx: Pick<Prisma.TransactionClient, 'payment'>,
  at: Date,
  { orderId, heldUntil, agreedAt, shortAt }: SaleRow,
  status: OrderStatus,
): Promise<SaleStanding> {
  if (status === 'cancelled') return 'cancelled'
  if (agreedAt !== null) return 'agreed'
  if (shortAt !== null) return 'short'
  if (heldUntil !== null && heldUntil > at) return 'held'
  const inTime =
    heldUntil !== null &&
    (await tx.payment.count({ where: { noun: 'orders', nounId: orderId, reversedAt: null, createdAt: { lte: heldUntil } }, take: 1 })) > 0
  return inTime ? 'held' : 'ended'
}

export const waitsForMoney = (standing: SaleStanding): boolean => standing === 'held' || standing === 'ended'

export async function saleOf(
  tx: Pick<Prisma.TransactionClient, 'orderSale' | 'payment'>,
  at: Date,
  orderId: string,
): Promise<OrderSale | null> {
  const row = await tx.orderSale.findUnique({ where: { orderId }, include: { order: { select: { status: true } } } })
  if (!row) return null
  const { order, ...sale } = row
  const { channel, payment, heldUntil, remindedAt, lapsedAt, fullName, email, phone, deliveryAddress, carrier, trackingNumber } = sale
  const standing = await standingOf(tx, at, sale, order.status)
  return {
    channel,
    payment,
    heldUntil,
    remindedAt,
    lapsesAt: waitsForMoney(standing) ? transferLapsesAt(sale) : null,
    lapsedAt,
    fullName,
    email,
    phone,
    deliveryAddress,
    carrier,
    trackingNumber,
    standing,
  }
}

export const readSale = ({ db, now }: Pick<Services, 'db' | 'now'>, { id }: { id: string }): Promise<OrderSale | null> =>
  saleOf(db.prisma, now(), id)
