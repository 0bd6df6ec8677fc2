import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { isStock, knownSerial, movesByHand, type createUnitInput, type Unit, type updateUnitInput } from '~/contracts/stock/units'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { lockKey, lockUnit, unitByKey, type DeviceKey } from './find-unit'
import { moveUnit, stateInWords, type UnitChange } from './move-unit'
import { unitAudited, unitRow } from './unit-rows'

type Tx = Prisma.TransactionClient

/** @throws BAD_REQUEST `userId` for somebody who is not there */
async function mustBeUser(tx: Tx, userId: string | null | undefined): Promise<void> {
  if (userId && !(await tx.user.findUnique({ where: { id: userId }, select: { id: true } })))
    throw fieldError('validation_failed', 'userId', 'There is no such customer')
}

/** @throws BAD_REQUEST `modelId` for a model that is not there */
async function mustBeModel(tx: Tx, modelId: string | null | undefined): Promise<void> {
  if (modelId && !(await tx.deviceModel.findUnique({ where: { id: modelId }, select: { id: true } })))
    throw fieldError('validation_failed', 'modelId', 'There is no such model')
}

/** @throws CONFLICT */
async function mustBeFree(tx: Tx, key: DeviceKey, own?: string): Promise<void> {
  if (knownSerial(key.serialNumber) === null) return
  await lockKey(tx, key)
  const found = await unitByKey(tx, key)
  if (!found || found.id === own) return
  const { unitNumber } = await tx.unit.findUniqueOrThrow({ where: { id: found.id }, select: { unitNumber: true } })
  throw new TRPCError({
    code: 'CONFLICT',
    message: `${unitNumber} has this maker and serial number already. Merge the two if they are one machine.`,
  })
}

const created = z.object({ unit: unitRow.schema, told: z.record(z.string(), z.json()) })

/**
 * The company's begins as bought, a customer's as with its customer. @throws BAD_REQUEST for an unknown customer or model, CONFLICT for a
 * serial number in use
 */
export const createUnit = (call: CreatingCall<never>, input: z.output<typeof createUnitInput>): Promise<Unit> =>
  createOnce(call, input, async (tx, { serialNumber, ...fields }) => {
    await mustBeUser(tx, fields.userId)
    await mustBeModel(tx, fields.modelId)
    const serial = knownSerial(serialNumber)
    await mustBeFree(tx, { ...fields, serialNumber: serial })
    const state = fields.owner === 'company' ? 'bought' : 'with_customer'
    const { id } = await tx.unit.create({ data: { ...fields, state, serialNumber: serial }, select: { id: true } })
    const found = await readJsonWithin(tx)(Prisma.sql`
      SELECT json_build_object('unit', ${unitRow.json}, 'told', ${unitAudited})::text FROM units AS t WHERE t.id = ${id}::uuid`)
    const { unit, told } = created.parse(found)
    await recordAudit(tx, call.actor, { action: 'unit.created', subjectType: records.units.auditSubject, subjectId: id, after: told })
    return unit
  })

/** @throws CONFLICT for a move that staff may not make */
function handMove(unit: Unit, { state, owner = unit.owner }: Pick<z.output<typeof updateUnitInput>, 'state' | 'owner'>): UnitChange {
  if (state === undefined || state === unit.state) {
    if (owner === unit.owner) return {}
    return owner === 'company' ? { state: 'bought' } : isStock(unit.state) ? { state: 'quarantined' } : {}
  }
  if (!movesByHand({ ...unit, owner }).includes(state))
    throw new TRPCError({
      code: 'CONFLICT',
      message: `${unit.unitNumber} is ${stateInWords(unit.state)}. Nobody sets it to ${stateInWords(state)} by hand.`,
    })
  return state === 'sold' ? { state, owner: 'customer' } : { state }
}

/**
 * Locks the new maker and serial number before the unit, as everywhere, against deadlocks. @returns the version of the unit that they were
 * made from; undefined for no change
 * @throws NOT_FOUND, CONFLICT if another unit has them
 */
async function lockNewKey(
  tx: Tx,
  id: string,
  { manufacturer, serialNumber }: { manufacturer: string | undefined; serialNumber: string | null | undefined },
): Promise<number | undefined> {
  if (manufacturer === undefined && serialNumber === undefined) return undefined
  const was = await tx.unit.findUnique({ where: { id }, select: { manufacturer: true, serialNumber: true, version: true } })
  if (!was) throw notFound(records.units)
  const key = { manufacturer: manufacturer ?? was.manufacturer, serialNumber: serialNumber === undefined ? was.serialNumber : serialNumber }
  await mustBeFree(tx, key, id.toLowerCase())
  return was.version
}

/**
 * Absent fields keep their values. @throws NOT_FOUND; BAD_REQUEST for an unknown customer or model; CONFLICT for a stale version, a move
 * that staff may not make, and a serial number in use
 */
export function updateUnit(call: Call<'db'>, { id, version, ...input }: z.output<typeof updateUnitInput>): Promise<Unit> {
  return call.db.prisma.$transaction(async (tx) => {
    await mustBeUser(tx, input.userId)
    await mustBeModel(tx, input.modelId)
    const serialNumber = input.serialNumber === undefined ? undefined : knownSerial(input.serialNumber)
    const keyed = await lockNewKey(tx, id, { manufacturer: input.manufacturer, serialNumber })
    const unit = await lockUnit(tx, id)
    // A merged id must not change the kept unit.
    if (unit.id !== id.toLowerCase())
      throw new TRPCError({ code: 'CONFLICT', message: `This unit was merged into ${unit.unitNumber}. Change that one.` })
    if ((version ?? keyed ?? unit.version) !== unit.version) throw conflict(records.units)
    return moveUnit(tx, unit, { ...input, serialNumber, ...handMove(unit, input) }, call.actor)
  })
}
