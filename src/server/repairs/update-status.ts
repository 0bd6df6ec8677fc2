import type * as z from 'zod'
import type { Repair, updateRepairStatusInput } from '~/contracts/repairs'
import type { PrismaClient } from '~/generated/prisma/client'
import { withCustomer } from '~/server/customers/customer'
import { asItWas, updateRefusal } from '~/server/db/stale'
import { toRepair } from './read'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the repair since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateRepairStatus(
  prisma: PrismaClient,
  { id, status, version }: z.output<typeof updateRepairStatusInput>,
): Promise<Repair> {
  const [row] = await prisma.repair.updateManyAndReturn({ where: asItWas({ id }, version), data: { status }, include: withCustomer })
  if (!row) throw updateRefusal('repair', await prisma.repair.count({ where: { id } }))
  return toRepair(row)
}
