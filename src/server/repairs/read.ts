import * as z from 'zod'
import type { Repair } from '~/contracts/repairs'
import { repairStatuses } from '~/contracts/statuses'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { customerRecordRow, toCustomer, withCustomer } from '~/server/customer-records/customer'
import { toAmountOrNull } from '~/server/platform/database/amount'
import { jsonAmountOrNull, jsonDocument, type JsonRow } from '~/server/platform/lists/json-row'
import { safeJson } from '~/server/platform/database/safe-json'
import { notFound } from '~/server/platform/database/conflict'

type RepairRow = Prisma.RepairGetPayload<{ include: typeof withCustomer }>

/** A repair as it goes over the wire. */
export const toRepair = ({ user, estimatedCost, actualCost, ...row }: RepairRow): Repair => ({
  ...row,
  deviceInfo: safeJson(row.deviceInfo),
  estimatedCost: toAmountOrNull(estimatedCost),
  actualCost: toAmountOrNull(actualCost),
  customer: toCustomer(user),
})

/** The same of a list's row. */
export const repairRow: JsonRow<Repair> = customerRecordRow({
  repairNumber: z.string(),
  userId: z.string().nullable(),
  status: z.enum(repairStatuses),
  deviceInfo: jsonDocument,
  problemDescription: z.string().nullable(),
  diagnosis: z.string().nullable(),
  repairNotes: z.string().nullable(),
  estimatedCost: jsonAmountOrNull,
  actualCost: jsonAmountOrNull,
})

/** @throws NOT_FOUND */
export async function repairById(prisma: PrismaClient, id: string): Promise<Repair> {
  const row = await prisma.repair.findUnique({ where: { id }, include: withCustomer })
  if (!row) throw notFound('repair')
  return toRepair(row)
}
