import type { Repair } from '~/contracts/repairs'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { toCustomer, withCustomer } from '~/server/customers/customer'
import { toAmountOrNull } from '~/server/db/amount'
import { notFound } from '~/server/db/stale'

type RepairRow = Prisma.RepairGetPayload<{ include: typeof withCustomer }>

/** A repair as it goes over the wire. */
export const toRepair = ({ user, estimatedCost, actualCost, ...row }: RepairRow): Repair => ({
  ...row,
  estimatedCost: toAmountOrNull(estimatedCost),
  actualCost: toAmountOrNull(actualCost),
  customer: toCustomer(user),
})

/** @throws NOT_FOUND */
export async function repairById(prisma: PrismaClient, id: string): Promise<Repair> {
  const row = await prisma.repair.findUnique({ where: { id }, include: withCustomer })
  if (!row) throw notFound('repair')
  return toRepair(row)
}
