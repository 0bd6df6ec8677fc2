import { unsaidSlot } from '~/contracts/stock/slots'
import { activeRepairStatuses } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import type { StatusEffect } from '~/server/platform/records/status-records'
import { unitOfCase } from '~/server/stock/units/find-unit'
import { lockTypesOf, partsOfNeed, readNeeds, type HeldPart, type Need } from './part-needs'

/** Parts follow repairs: reserved once the work is agreed, used once it is done, else free again. */

type Tx = Prisma.TransactionClient

const MOST_WAITING = 200

const idsOf = (parts: readonly HeldPart[]) => parts.map(({ partId }) => partId)

const freeParts = (tx: Tx, typeId: string, most: number) =>
  tx.$queryRaw<HeldPart[]>`
    SELECT id::text AS "partId", part_number AS "partNumber", NULL AS "installationId", FALSE AS "isScanned" FROM parts
    WHERE type_id = ${typeId}::uuid AND state = 'in_stock' ORDER BY created_at, id LIMIT ${most} FOR UPDATE`

interface Step {
  tx: Tx
  actor: Actor
  need: Need
}

async function tell(
  { tx, actor, need }: Step,
  what: 'reserved' | 'released' | 'used' | 'unused',
  parts: readonly HeldPart[],
): Promise<void> {
  const after = { repair: need.repairNumber }
  await recordAudit(tx, actor, ...parts.map(({ partId }) => ({ action: `part.${what}`, subjectType: 'part', subjectId: partId, after })), {
    action: `repair.parts_${what}`,
    subjectType: 'repair',
    subjectId: need.repairId,
    after: { parts: `${parts.length} × ${need.typeName}`, numbers: parts.map(({ partNumber }) => partNumber).join(', ') },
  })
}

async function reserve(step: Step, parts: readonly HeldPart[]): Promise<void> {
  if (parts.length === 0) return
  const { repairId, typeId } = step.need
  await step.tx.$executeRaw`
    UPDATE parts SET state = 'reserved', reserved_case_id = ${repairId}::uuid, reserved_line_id = (
      SELECT l.id FROM repair_lines AS l WHERE l.repair_id = ${repairId}::uuid AND l.estimate_id IS NULL AND l.part_type_id = ${typeId}::uuid
      ORDER BY l.position, l.id LIMIT 1)
    WHERE id = ANY(${idsOf(parts)}::uuid[])`
  await tell(step, 'reserved', parts)
}

async function release(step: Step, parts: readonly HeldPart[]): Promise<void> {
  if (parts.length === 0) return
  await step.tx.$executeRaw`
    UPDATE parts SET state = 'in_stock', reserved_case_id = NULL, reserved_line_id = NULL WHERE id = ANY(${idsOf(parts)}::uuid[])`
  await tell(step, 'released', parts)
}

/** A later scan says where in the machine they are. */
async function book(step: Step, parts: readonly HeldPart[]): Promise<void> {
  if (parts.length === 0) return
  const { tx, actor, need } = step
  const { id: unitId } = await unitOfCase(tx, need.repairId, actor)
  await tx.installation.createMany({
    data: parts.map(({ partId, partNumber }) => ({
      partId,
      unitId,
      slot: unsaidSlot(partNumber),
      installedBy: actor.userId,
      caseId: need.repairId,
    })),
  })
  await tx.$executeRaw`UPDATE parts SET reserved_case_id = NULL, reserved_line_id = NULL WHERE id = ANY(${idsOf(parts)}::uuid[])`
  await tell(step, 'used', parts)
}

async function unbook(step: Step, parts: readonly HeldPart[]): Promise<void> {
  if (parts.length === 0) return
  const { tx, actor, need } = step
  await tx.$executeRaw`
    UPDATE installations SET removed_at = now(), removed_by = ${actor.userId}::uuid, removed_case_id = ${need.repairId}::uuid
    WHERE id = ANY(${parts.flatMap(({ installationId }) => installationId ?? [])}::uuid[])`
  await tx.$executeRaw`UPDATE parts SET state = 'in_stock' WHERE id = ANY(${idsOf(parts)}::uuid[])`
  await tell(step, 'unused', parts)
}

/** @returns a sentence for staff if something is missing or still in the machine, and whether parts have become free */
async function settleOne(step: Step): Promise<{ notices: string[]; hasFreed: boolean }> {
  const { tx, need } = step
  const { repairNumber, typeId, typeName, isOpen, isAgreed, wanted } = need
  const { reserved, booked, scanned } = partsOfNeed(need)
  const target = isAgreed ? Math.max(0, wanted - scanned.length) : 0
  const stays = isOpen ? [] : booked.slice(0, target)
  const goesBack = booked.slice(stays.length)
  await unbook(step, goesBack)
  const rest = target - stays.length
  // A part that comes out of the machine is reserved again for the same repair.
  const ready = [...reserved, ...goesBack]
  const kept = ready.slice(0, rest)
  const surplus = ready.slice(rest)
  await release(
    step,
    surplus.filter((part) => part.installationId === null),
  )
  const found = rest > kept.length ? await freeParts(tx, typeId, rest - kept.length) : []
  if (isOpen) await reserve(step, [...kept.filter((part) => part.installationId !== null), ...found])
  else await book(step, [...kept, ...found])
  const missing = rest - kept.length - found.length
  const lacks = `${missing} × ${typeName} for ${repairNumber}`
  const notice = isOpen ? `${lacks} is not in stock.` : `${lacks} was not in stock, so its use is not on record.`
  return { notices: missing > 0 ? [notice] : [], hasFreed: surplus.length > 0 }
}

/** Needs the type's lock; skips repairs that are locked by others. */
export async function giveToWaiting(tx: Tx, actor: Actor, typeId: string): Promise<void> {
  const waiting = await tx.$queryRaw<{ id: string }[]>`
    SELECT r.id::text FROM repairs AS r
    WHERE r.status::text = ANY(${[...activeRepairStatuses]}) AND EXISTS (
      SELECT FROM repair_lines AS l WHERE l.repair_id = r.id AND l.estimate_id IS NULL AND l.part_type_id = ${typeId}::uuid)
    ORDER BY r.created_at, r.id LIMIT ${MOST_WAITING} FOR UPDATE OF r SKIP LOCKED`
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  for (const need of await readNeeds(tx, ids, typeId)) await settleOne({ tx, actor, need })
}

/** Idempotent; needs the repairs' locks, which come before type and part. @returns sentences about missing stock */
export async function settleParts(tx: Tx, actor: Actor, repairIds: readonly string[]): Promise<string[]> {
  if (!(await lockTypesOf(tx, repairIds))) return []
  const notices: string[] = []
  const freed = new Set<string>()
  for (const need of await readNeeds(tx, repairIds)) {
    const settled = await settleOne({ tx, actor, need })
    notices.push(...settled.notices)
    if (settled.hasFreed) freed.add(need.typeId)
  }
  for (const typeId of [...freed].toSorted()) await giveToWaiting(tx, actor, typeId)
  return notices
}

export const withParts =
  (effect: StatusEffect): StatusEffect =>
  async (tx, call, change) => [...(await effect(tx, call, change)), ...(await settleParts(tx, call.actor, change.ids))]
