import { knownSerial, type Unit } from '~/contracts/stock/units'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record-audit'
import { compareAgain } from './compare-boards'
import { deviceOf, giveUnit, lockCase, lockKey, lockUnit, openUnit, unitByKey, unitOfCase } from './find-unit'
import { writeUnit } from './move-unit'

type Tx = Prisma.TransactionClient

async function isKnownOtherwise(tx: Tx, unitId: string, caseId: string): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ known: boolean }[]>`
    SELECT EXISTS (SELECT FROM cases AS c WHERE c.unit_id = ${unitId}::uuid AND c.id <> ${caseId}::uuid)
      OR EXISTS (SELECT FROM units AS u WHERE u.merged_into = ${unitId}::uuid)
      OR EXISTS (SELECT FROM installations AS i WHERE i.unit_id = ${unitId}::uuid)
      OR EXISTS (SELECT FROM order_line_units AS l WHERE l.unit_id = ${unitId}::uuid)
      OR EXISTS (SELECT FROM passports AS p WHERE p.unit_id = ${unitId}::uuid) AS known`
  return found?.known ?? false
}

async function moveCase(tx: Tx, caseId: string, unitId: string, actor: Actor): Promise<Unit> {
  const unit = await giveUnit(tx, caseId, unitId, actor)
  await compareAgain(tx, unit, caseId)
  return unit
}

/**
 * To the unit of the new maker and serial number, which absorbs a unit of this case alone, so that its label still works. @throws NOT_FOUND
 */
export async function followDevice(tx: Tx, caseId: string, actor: Actor): Promise<Unit> {
  const { unitId, userId, device } = await lockCase(tx, caseId)
  if (unitId === null) return unitOfCase(tx, caseId, actor)
  const told = deviceOf(device)
  const serialNumber = knownSerial(told.serialNumber)
  // The key before the unit, as everywhere, against deadlocks.
  if (serialNumber !== null) await lockKey(tx, told)
  const unit = await lockUnit(tx, unitId)
  const known = await unitByKey(tx, told)
  const isFresh = unit.owner === 'customer' || (unit.ownerCaseId === caseId && unit.state === 'bought')
  const isOwn = unit.id === unitId && isFresh && !(await isKnownOtherwise(tx, unitId, caseId))
  if (known && known.id !== unit.id) {
    if (isOwn) await writeUnit(tx, unit, { serialNumber: null, mergedInto: known.id }, actor, 'unit.merged')
    return moveCase(tx, caseId, known.id, actor)
  }
  const { manufacturer, model } = told
  if (isOwn || (serialNumber !== null && unit.serialNumber === null))
    return writeUnit(tx, unit, { manufacturer, model, serialNumber }, actor)
  if (known || serialNumber === null) return unit
  return moveCase(tx, caseId, await openUnit(tx, told, { userId, caseId }, actor), actor)
}
