import { TRPCError } from '@trpc/server'
import { records } from '~/contracts/records'
import type { PartState } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { conflict as stale, notFound } from '~/server/platform/database/conflict'

type Tx = Prisma.TransactionClient

export const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

export interface LockedPart {
  id: string
  partNumber: string
  typeId: string
  state: PartState
  version: number
  location: string | null
  reservedFor: string | null
  reservedNumber: string | null
  installationId: string | null
  unitId: string | null
  unitNumber: string | null
  slot: string | null
}

const lockRepair = (tx: Tx, id: string) => tx.$queryRaw`SELECT 1 FROM repairs WHERE id = ${id}::uuid FOR UPDATE`

/** Also locks the numbers of its parts. @throws NOT_FOUND */
export async function lockPartType(tx: Tx, typeId: string): Promise<{ cost: Prisma.Decimal | null; inStock: number; reserved: number }> {
  const [type] = await tx.$queryRaw<{ cost: Prisma.Decimal | null; inStock: number; reserved: number }[]>`
    SELECT cost, in_stock AS "inStock", reserved FROM part_types WHERE id = ${typeId}::uuid FOR UPDATE`
  if (!type) throw notFound({ one: 'part type' })
  return type
}

/** Repairs, the type, then the part. @param caseId the case of the work @throws NOT_FOUND; CONFLICT for a stale version or reservation */
export async function lockPart(tx: Tx, { id, version, caseId }: { id: string; version?: number | undefined; caseId?: string | undefined }) {
  const found = await tx.part.findUnique({ where: { id }, select: { typeId: true, reservedCaseId: true } })
  if (!found) throw notFound(records.parts)
  const repairs = [...new Set([found.reservedCaseId, caseId?.toLowerCase()])].filter((each) => typeof each === 'string')
  for (const repair of repairs.toSorted()) await lockRepair(tx, repair)
  await lockPartType(tx, found.typeId)
  await tx.$queryRaw`SELECT 1 FROM parts WHERE id = ${id}::uuid FOR UPDATE`
  const [part] = await tx.$queryRaw<LockedPart[]>`
    SELECT p.id::text, p.part_number AS "partNumber", p.type_id::text AS "typeId", p.state::text, p.version, p.location,
      CASE WHEN p.state = 'reserved' THEN p.reserved_case_id::text END AS "reservedFor", r.repair_number AS "reservedNumber",
      i.id::text AS "installationId", u.id::text AS "unitId", u.unit_number AS "unitNumber", i.slot
    FROM parts AS p LEFT JOIN repairs AS r ON r.id = p.reserved_case_id
    LEFT JOIN installations AS i ON i.part_id = p.id AND i.removed_at IS NULL LEFT JOIN units AS u ON u.id = i.unit_id
    WHERE p.id = ${id}::uuid`
  if (!part) throw notFound(records.parts)
  const isMoved = part.typeId !== found.typeId || (part.reservedFor !== null && part.reservedFor !== found.reservedCaseId)
  if (isMoved || (version !== undefined && version !== part.version)) throw stale(records.parts)
  return part
}
