import type * as z from 'zod'
import type { Repair, updateRepairStatusInput } from '~/contracts/repairs'
import type { PrismaClient } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { withCustomer } from '~/server/customer-records/customer'
import { lockRow } from '~/server/platform/database/lock-row'
import { toRepair } from './read'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the repair since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateRepairStatus(
  prisma: PrismaClient,
  actor: Actor,
  { id, status, version }: z.output<typeof updateRepairStatusInput>,
): Promise<Repair> {
  return prisma.$transaction(async (tx) => {
    await lockRow(tx, 'repair', id, version)
    const was = await tx.repair.findUniqueOrThrow({ where: { id }, select: { status: true } })
    const row = await tx.repair.update({ where: { id }, data: { status }, include: withCustomer })
    const changed = changedFields(was, { status })
    if (changed) await recordAudit(tx, actor, { action: 'repair.status_changed', subjectType: 'repair', subjectId: id, ...changed })
    return toRepair(row)
  })
}
