import type * as z from 'zod'
import type { Order, updateOrderStatusInput } from '~/contracts/orders'
import type { PrismaClient } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { withCustomer } from '~/server/customer-records/customer'
import { lockRow } from '~/server/platform/database/lock-row'
import { toOrder } from './read'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the order since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateOrderStatus(
  prisma: PrismaClient,
  actor: Actor,
  { id, status, version }: z.output<typeof updateOrderStatusInput>,
): Promise<Order> {
  return prisma.$transaction(async (tx) => {
    await lockRow(tx, 'order', id, version)
    const was = await tx.order.findUniqueOrThrow({ where: { id }, select: { status: true } })
    const row = await tx.order.update({ where: { id }, data: { status }, include: withCustomer })
    const changed = changedFields(was, { status })
    if (changed) await recordAudit(tx, actor, { action: 'order.status_changed', subjectType: 'order', subjectId: id, ...changed })
    return toOrder(row)
  })
}
