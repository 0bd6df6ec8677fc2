import type * as z from 'zod'
import type { Order, updateOrderStatusInput } from '~/contracts/orders'
import type { PrismaClient } from '~/generated/prisma/client'
import { withCustomer } from '~/server/customers/customer'
import { asItWas, updateRefusal } from '~/server/db/stale'
import { toOrder } from './read'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the order since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateOrderStatus(
  prisma: PrismaClient,
  { id, status, version }: z.output<typeof updateOrderStatusInput>,
): Promise<Order> {
  const [row] = await prisma.order.updateManyAndReturn({ where: asItWas({ id }, version), data: { status }, include: withCustomer })
  if (!row) throw updateRefusal('order', await prisma.order.count({ where: { id } }))
  return toOrder(row)
}
