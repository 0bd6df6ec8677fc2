import type * as z from 'zod'
import type { installPartInput, Part, removePartInput } from '~/contracts/stock/parts'
import { isUnsaid, slotLabel } from '~/contracts/stock/slots'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { lockUnit } from '~/server/stock/units/find-unit'
import { conflict, lockPart, type LockedPart } from './lock-part'
import { partById } from './list-parts'
import { settleParts } from './settle-parts'

type Tx = Prisma.TransactionClient

/** @throws NOT_FOUND */
async function readCase(tx: Tx, id: string): Promise<{ number: string; unitId: string | null; unitNumber: string | null }> {
  const [found] = await tx.$queryRaw<{ number: string | null; unitId: string | null }[]>`
    SELECT coalesce(r.repair_number, x.trade_in_number) AS number, c.unit_id::text AS "unitId" FROM cases AS c
    LEFT JOIN repairs AS r ON r.id = c.id LEFT JOIN trade_ins AS x ON x.id = c.id WHERE c.id = ${id}::uuid`
  if (!found) throw notFound({ one: 'case' })
  const unit = found.unitId === null ? null : await lockUnit(tx, found.unitId)
  return { number: found.number ?? '', unitId: unit?.id ?? null, unitNumber: unit?.unitNumber ?? null }
}

function checkFree(part: LockedPart, unitId: string, caseId: string | undefined): void {
  const { partNumber, state, unitNumber, slot, reservedFor, reservedNumber } = part
  if (part.installationId !== null && !(part.unitId === unitId && isUnsaid(slot ?? ''))) {
    throw conflict(`${partNumber} is already in ${unitNumber ?? 'a machine'} (${slotLabel(slot ?? '').toLowerCase()}).`)
  }
  if (state === 'scrapped') throw conflict(`${partNumber} was written off. Put it back into stock first.`)
  if (state === 'sold') throw conflict(`${partNumber} was sold. Put it back into stock first.`)
  if (reservedFor !== null && reservedFor !== caseId) throw conflict(`${partNumber} is reserved for ${reservedNumber ?? 'another repair'}.`)
}

async function checkSlot(tx: Tx, unitId: string, slot: string, unitNumber: string): Promise<void> {
  const [there] = await tx.$queryRaw<{ partNumber: string }[]>`
    SELECT p.part_number AS "partNumber" FROM installations AS i JOIN parts AS p ON p.id = i.part_id
    WHERE i.unit_id IN (SELECT unit_family(${unitId}::uuid)) AND lower(i.slot) = lower(${slot}) AND i.removed_at IS NULL LIMIT 1`
  if (there) throw conflict(`${slotLabel(slot)} of ${unitNumber} holds ${there.partNumber}. Take that out first.`)
}

/** Installing a reserved part is work on its repair. */
async function reservedHere(tx: Tx, partId: string, unitId: string): Promise<string | undefined> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT c.id::text FROM parts AS p JOIN cases AS c ON c.id = p.reserved_case_id
    WHERE p.id = ${partId}::uuid AND p.state = 'reserved' AND c.unit_id IN (SELECT unit_family(${unitId}::uuid))`
  return found?.id
}

/**
 * A part booked as used in the machine gets its slot. @throws NOT_FOUND; CONFLICT for a part that is in a machine, reserved for another
 * repair or written off, for a taken slot, and for a case of another machine
 */
export async function installPart(
  { db, actor }: Call<'db'>,
  { partId, unitId, slot, caseId: given }: z.output<typeof installPartInput>,
): Promise<Part> {
  await db.prisma.$transaction(async (tx) => {
    const caseId = given?.toLowerCase() ?? (await reservedHere(tx, partId, unitId))
    const part = await lockPart(tx, { id: partId, caseId })
    const of = caseId === undefined ? null : await readCase(tx, caseId)
    const unit = await lockUnit(tx, unitId)
    if (of?.unitId && of.unitId !== unit.id)
      throw conflict(`${of.number} is about ${of.unitNumber ?? 'another machine'}, not ${unit.unitNumber}.`)
    checkFree(part, unit.id, caseId)
    await checkSlot(tx, unit.id, slot, unit.unitNumber)
    const where = { partId: part.id, unitId: unit.id, slot, installedBy: actor.userId, caseId: caseId ?? null }
    // Replaces the entry without a slot, in the same moment and repair.
    const booked = part.installationId === null ? null : await endInstallation(tx, part.installationId, actor.userId, undefined)
    await tx.installation.create({ data: { ...where, caseId: where.caseId ?? booked } })
    await tx.$executeRaw`UPDATE parts SET reserved_case_id = NULL, reserved_line_id = NULL WHERE id = ${part.id}::uuid`
    await recordAudit(tx, actor, {
      action: 'part.installed',
      subjectType: records.parts.auditSubject,
      subjectId: part.id,
      before: { location: part.location },
      after: { unit: unit.unitNumber, slot, ...(of && { case: of.number }) },
    })
    if (caseId !== undefined) await settleParts(tx, actor, [caseId])
  })
  return partById({ db }, { id: partId })
}

/** @param caseId by default the case of the installation @returns that case */
async function endInstallation(tx: Tx, id: string, by: string | null, caseId: string | undefined): Promise<string | null> {
  const [ended] = await tx.$queryRaw<{ caseId: string | null }[]>`
    UPDATE installations SET removed_at = now(), removed_by = ${by}::uuid, removed_case_id = coalesce(${caseId ?? null}::uuid, case_id)
    WHERE id = ${id}::uuid RETURNING case_id::text AS "caseId"`
  return ended?.caseId ?? null
}

/** A repair that it was used for gets another one reserved. @throws NOT_FOUND; CONFLICT for a part that is in no machine */
export async function removePart({ db, actor }: Call<'db'>, { partId, location, caseId }: z.output<typeof removePartInput>): Promise<Part> {
  await db.prisma.$transaction(async (tx) => {
    const part = await lockPart(tx, { id: partId, caseId })
    if (part.installationId === null) throw conflict(`${part.partNumber} is in no machine.`)
    const of = caseId === undefined ? null : await readCase(tx, caseId)
    await tx.$executeRaw`
      UPDATE installations SET removed_at = now(), removed_by = ${actor.userId}::uuid, removed_case_id = ${caseId ?? null}::uuid
      WHERE id = ${part.installationId}::uuid`
    await tx.$executeRaw`UPDATE parts SET location = ${location ?? null} WHERE id = ${part.id}::uuid`
    await recordAudit(tx, actor, {
      action: 'part.removed',
      subjectType: records.parts.auditSubject,
      subjectId: part.id,
      before: { unit: part.unitNumber, slot: part.slot },
      after: { location: location ?? null, ...(of && { case: of.number }) },
    })
    if (caseId !== undefined) await settleParts(tx, actor, [caseId])
  })
  return partById({ db }, { id: partId })
}
