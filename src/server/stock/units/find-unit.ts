import { knownSerial, type Unit } from '~/contracts/stock/units'
import { serialText } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { readJsonWithin, safeJson } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { followCases } from './follow-cases'
import { holdMerges } from './move-unit'
import { unitRow } from './unit-rows'

type Tx = Prisma.TransactionClient

export interface DeviceKey {
  manufacturer: string
  serialNumber: string | null | undefined
}

interface Device extends DeviceKey {
  model: string
}

/** By the id of any of its records. @throws NOT_FOUND */
export async function lockUnit(tx: Tx, id: string): Promise<Unit> {
  await holdMerges(tx)
  const found = await readJsonWithin(tx)(Prisma.sql`
    SELECT ${unitRow.json}::text FROM units AS t WHERE t.id = kept_unit(${id}::uuid) FOR NO KEY UPDATE OF t`)
  if (found === null) throw notFound(records.units)
  return unitRow.schema.parse(found)
}

/** In any spelling; null for none, and without a serial number. */
export async function unitByKey(tx: Pick<Tx, '$queryRaw'>, { manufacturer, serialNumber }: DeviceKey): Promise<{ id: string } | null> {
  const serial = knownSerial(serialNumber)
  if (serial === null) return null
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT kept_unit(u.id)::text AS id FROM units AS u
    WHERE u.maker_key = maker_key(${manufacturer}) AND u.serial_key = serial_key(${serial})
    ORDER BY u.merged_into IS NOT NULL, u.created_at DESC LIMIT 1`
  return found ?? null
}

/** The kept unit and all merged into it, whose histories are read together. */
export async function unitFamily(tx: Pick<Tx, '$queryRaw'>, id: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`SELECT f::text AS id FROM unit_family(kept_unit(${id}::uuid)) AS f`
  return rows.map((row) => row.id)
}

/** Null if several models differ by their hashrate. */
const modelOf = ({ manufacturer, model }: Device) => Prisma.sql`(
  SELECT min(m.id::text)::uuid FROM device_models AS m
  WHERE maker_key(m.manufacturer) = maker_key(${manufacturer}) AND lower(m.name) = lower(${model}) HAVING count(*) = 1)`

const LONGEST_LINE = 200

/** Keeps other units from getting the number; an import of units (server/office/import/apply-import.ts) holds all. */
export async function lockKey(tx: Tx, { manufacturer, serialNumber }: DeviceKey): Promise<void> {
  await holdMerges(tx)
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock_shared(hashtext('import units'))::text,
      pg_advisory_xact_lock(hashtext('unit'), hashtext(maker_key(${manufacturer}) || ' ' || serial_key(${serialText(serialNumber ?? '')})))::text`
}

/** Of two simultaneous calls, the second finds the first one's unit. @param by its customer, and the case that shows it @returns its id */
export async function openUnit(
  tx: Tx,
  device: Device,
  { userId, caseId }: { userId: string | null; caseId: string },
  actor: Actor,
): Promise<string> {
  const serialNumber = knownSerial(device.serialNumber)
  if (serialNumber !== null) {
    await lockKey(tx, device)
    const found = await unitByKey(tx, device)
    if (found) return found.id
  }
  const [made] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO units (manufacturer, model, serial_number, model_id, user_id, owner_case_id)
    VALUES (${device.manufacturer}, ${device.model}, ${serialNumber}, ${modelOf(device)}, ${userId}::uuid, ${caseId}::uuid)
    RETURNING id::text`
  if (!made) throw notFound(records.units)
  const after = { manufacturer: device.manufacturer, model: device.model, serialNumber }
  await recordAudit(tx, actor, { action: 'unit.created', subjectType: records.units.auditSubject, subjectId: made.id, after })
  return made.id
}

interface CaseRow {
  unitId: string | null
  userId: string | null
  device: Prisma.JsonValue
}

/** Locked, so that it gets one unit. @throws NOT_FOUND */
export async function lockCase(tx: Tx, caseId: string): Promise<CaseRow> {
  const [row] = await tx.$queryRaw<CaseRow[]>`
    SELECT c.unit_id::text AS "unitId", coalesce(r.user_id, i.user_id)::text AS "userId",
      CASE WHEN length(coalesce(r.device_info, i.device_info)::text) <= 20000 THEN coalesce(r.device_info, i.device_info) END AS device
    FROM cases AS c LEFT JOIN repairs AS r ON r.id = c.id LEFT JOIN trade_ins AS i ON i.id = c.id
    WHERE c.id = ${caseId}::uuid FOR UPDATE OF c`
  if (!row) throw notFound({ one: 'case' })
  return row
}

export function deviceOf(info: Prisma.JsonValue): Device {
  const { manufacturer, model, serialNumber } = caseDeviceDraft(safeJson(info))
  return {
    manufacturer: manufacturer.slice(0, LONGEST_LINE),
    model: model.slice(0, LONGEST_LINE),
    serialNumber: serialNumber?.slice(0, LONGEST_LINE),
  }
}

/** Its own, that of maker and serial number, or a new one; locked. State and owner follow the case (`followCases`). @throws NOT_FOUND */
export async function unitOfCase(tx: Tx, caseId: string, actor: Actor): Promise<Unit> {
  const { unitId, userId, device } = await lockCase(tx, caseId)
  if (unitId !== null) return lockUnit(tx, unitId)
  const told = deviceOf(device)
  const id = await openUnit(tx, told, { userId, caseId }, actor)
  return giveUnit(tx, caseId, id, actor)
}

export async function giveUnit(tx: Tx, caseId: string, unitId: string, actor: Actor): Promise<Unit> {
  const { id } = await lockUnit(tx, unitId)
  await tx.$executeRaw`UPDATE cases SET unit_id = ${id}::uuid WHERE id = ${caseId}::uuid`
  await followCases(tx, actor, [caseId])
  return lockUnit(tx, id)
}
