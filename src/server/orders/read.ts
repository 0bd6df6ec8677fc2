import * as z from 'zod'
import type { Order } from '~/contracts/orders'
import { orderStatuses } from '~/contracts/statuses'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { customerRecordRow, toCustomer, withCustomer } from '~/server/customer-records/customer'
import { toAmount } from '~/server/platform/database/amount'
import { jsonAmount, type JsonRow } from '~/server/platform/lists/json-row'
import { notFound } from '~/server/platform/database/conflict'

type OrderRow = Prisma.OrderGetPayload<{ include: typeof withCustomer }>

/** An order as it goes over the wire; what the shop platform knows it by stays here. */
export const toOrder = ({ id, orderNumber, userId, status, totalAmount, createdAt, updatedAt, version, user }: OrderRow): Order => ({
  id,
  orderNumber,
  userId,
  status,
  totalAmount: toAmount(totalAmount),
  createdAt,
  updatedAt,
  version,
  customer: toCustomer(user),
})

/** The same of a list's row. */
export const orderRow: JsonRow<Order> = customerRecordRow({
  orderNumber: z.string(),
  userId: z.string().nullable(),
  status: z.enum(orderStatuses),
  totalAmount: jsonAmount,
})

/** @throws NOT_FOUND */
export async function orderById(prisma: PrismaClient, id: string): Promise<Order> {
  const row = await prisma.order.findUnique({ where: { id }, include: withCustomer })
  if (!row) throw notFound('order')
  return toOrder(row)
}
