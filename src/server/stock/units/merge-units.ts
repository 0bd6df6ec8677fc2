import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { mergeUnitsInput, Unit } from '~/contracts/stock/units'
import { caseNouns } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { caseTables } from '~/server/cases/base/case-standing'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { lockKey, lockUnit, unitFamily, type DeviceKey } from './find-unit'
import { followCases } from './follow-cases'
import { holdMerges, stateInWords, writeUnit } from './move-unit'

type Tx = Prisma.TransactionClient

const MOST_CASES = 100

const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

const openCases = (id: string) =>
  Prisma.join(
    caseNouns.map((noun) => {
      const { table, status } = records[noun]
      return Prisma.sql`
        SELECT t.${Prisma.raw(status.number)} AS number, t.user_id::text AS "userId" FROM cases AS k JOIN ${Prisma.raw(table)} AS t ON t.id = k.id
        WHERE k.unit_id IN (SELECT unit_family(${id}::uuid)) AND t.status::text = ANY (${[...caseTables[noun].open]}::text[])`
    }),
    ' UNION ALL ',
  )

/** @throws CONFLICT if the two have open cases of different customers */
async function mustBeOneCustomers(tx: Tx, keep: Unit, merge: Unit): Promise<void> {
  const read = (id: string) => tx.$queryRaw<{ number: string; userId: string | null }[]>`${openCases(id)} ORDER BY 1 LIMIT 100`
  const [kept, merged] = [await read(keep.id), await read(merge.id)]
  for (const one of kept) {
    const other = merged.find(({ userId }) => userId !== one.userId)
    if (other) throw refused(`${one.number} and ${other.number} are open for different customers. Close one of them first.`)
  }
}

/** @throws CONFLICT if both have a part in one slot */
async function mustHaveRoom(tx: Tx, keep: Unit, merge: Unit): Promise<void> {
  const [taken] = await tx.$queryRaw<{ slot: string }[]>`
    SELECT a.slot FROM installations AS a JOIN installations AS b ON b.slot = a.slot AND b.removed_at IS NULL
    WHERE a.removed_at IS NULL AND a.unit_id IN (SELECT unit_family(${keep.id}::uuid)) AND b.unit_id IN (SELECT unit_family(${merge.id}::uuid)) LIMIT 1`
  if (taken) throw refused(`${keep.unitNumber} and ${merge.unitNumber} both have a part in slot ${taken.slot}. Remove one of them first.`)
}

/** @throws CONFLICT for a unit that is offered or sold, or the company's while the other one is not */
function mayGo(keep: Unit, merge: Unit): void {
  if (merge.state === 'listed' || merge.state === 'sold')
    throw refused(`${merge.unitNumber} is ${stateInWords(merge.state)}. Merge ${keep.unitNumber} into it instead.`)
  if (merge.owner === 'company' && keep.owner === 'customer')
    throw refused(`${merge.unitNumber} is the company’s, and ${keep.unitNumber} is not. Merge ${keep.unitNumber} into it instead.`)
}

/** Cases may have gone on since the records were read apart. */
async function followCasesOf(tx: Tx, actor: Actor, id: string): Promise<void> {
  const unitId = { in: await unitFamily(tx, id) }
  const cases = await tx.case.findMany({ where: { unitId }, select: { id: true }, orderBy: { id: 'asc' }, take: MOST_CASES })
  const ids = cases.map(({ id }) => id)
  await followCases(tx, actor, ids)
}

/**
 * Keeps state, owner and place of the first, as far as its cases do not say otherwise. @returns the kept unit
 * @throws NOT_FOUND; CONFLICT if one is merged already, if the other is listed, sold or the company's alone, if both have a part in one
 * slot, or open cases of different customers
 */
export function mergeUnits(call: Call<'db'>, { keep: keepId, merge: mergeId }: z.output<typeof mergeUnitsInput>): Promise<Unit> {
  return call.db.prisma.$transaction(async (tx) => {
    await holdMerges(tx, true)
    const keep = await lockUnit(tx, keepId)
    const merge = await lockUnit(tx, mergeId)
    if (keep.id !== keepId.toLowerCase()) throw refused(`That unit was merged into ${keep.unitNumber} already.`)
    if (merge.id !== mergeId.toLowerCase()) throw refused(`That unit was merged into ${merge.unitNumber} already.`)
    mayGo(keep, merge)
    await mustHaveRoom(tx, keep, merge)
    await mustBeOneCustomers(tx, keep, merge)
    await writeUnit(tx, merge, { mergedInto: keep.id }, call.actor, 'unit.merged')
    const event = {
      action: 'unit.merged_with',
      subjectType: records.units.auditSubject,
      subjectId: keep.id,
      after: { unit: merge.unitNumber },
    }
    await recordAudit(tx, call.actor, event)
    // The machine is where the newest of all its cases says.
    await followCasesOf(tx, call.actor, merge.id)
    return lockUnit(tx, keep.id)
  })
}

/** @throws NOT_FOUND, CONFLICT for a unit that is not merged */
async function keptOf(tx: Tx, id: string): Promise<string> {
  const row = await tx.unit.findUniqueOrThrow({ where: { id }, select: { unitNumber: true, mergedInto: true } })
  if (row.mergedInto === null) throw refused(`${row.unitNumber} is not merged.`)
  return row.mergedInto
}

/** @throws CONFLICT if another unit has this maker and serial number */
async function mustHaveNoHeir(tx: Tx, key: DeviceKey): Promise<void> {
  if (key.serialNumber === null) return
  await lockKey(tx, key)
  const [heir] = await tx.$queryRaw<{ number: string }[]>`
    SELECT u.unit_number AS number FROM units AS u
    WHERE u.maker_key = maker_key(${key.manufacturer}) AND u.serial_key = serial_key(${key.serialNumber}) AND u.merged_into IS NULL`
  if (heir) throw refused(`${heir.number} has the maker and the serial number of this unit now. Change one of them first.`)
}

/**
 * Restores the unit with its own cases and history. @throws NOT_FOUND; CONFLICT for one that is not merged, and if another unit has its
 * maker and serial number meanwhile
 */
export function unmergeUnit(call: Call<'db'>, { id }: { id: string }): Promise<Unit> {
  return call.db.prisma.$transaction(async (tx) => {
    await holdMerges(tx, true)
    const of = await tx.unit.findUnique({ where: { id }, select: { manufacturer: true, serialNumber: true, unitNumber: true } })
    if (!of) throw notFound(records.units)
    const keptId = await keptOf(tx, id)
    await mustHaveNoHeir(tx, of)
    await writeUnit(tx, { id }, { mergedInto: null }, call.actor, 'unit.unmerged')
    const event = {
      action: 'unit.unmerged_from',
      subjectType: records.units.auditSubject,
      subjectId: keptId,
      after: { unit: of.unitNumber },
    }
    await recordAudit(tx, call.actor, event)
    await followCasesOf(tx, call.actor, id)
    return lockUnit(tx, id)
  })
}
