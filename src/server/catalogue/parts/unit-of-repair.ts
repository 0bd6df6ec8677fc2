import { caseDeviceDraft } from '~/contracts/cases/device'
import { Prisma } from '~/generated/prisma/client'
import { safeJson } from '~/server/platform/database/column-values'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>

/** The record of a machine that is kept of it, and all that were merged into that one. @param id an expression of any of their ids */
export const unitFamily = (id: Prisma.Sql) => Prisma.sql`(
  WITH RECURSIVE up AS (
    SELECT u.id, u.merged_into FROM units AS u WHERE u.id = ${id}
    UNION SELECT u.id, u.merged_into FROM units AS u JOIN up ON u.id = up.merged_into
  ), family AS (
    SELECT up.id FROM up WHERE up.merged_into IS NULL UNION SELECT u.id FROM units AS u JOIN family AS f ON u.merged_into = f.id
  ) SELECT family.id FROM family)`

/** The id of the record that is kept of a machine; null for an unknown one. */
export async function keptUnit(tx: Tx, id: string): Promise<{ id: string; unitNumber: string } | null> {
  const [found] = await tx.$queryRaw<{ id: string; unitNumber: string }[]>`
    SELECT u.id::text, left(u.unit_number, 200) AS "unitNumber" FROM units AS u
    WHERE u.merged_into IS NULL AND u.id IN ${unitFamily(Prisma.sql`${id}::uuid`)} FOR NO KEY UPDATE OF u`
  return found ?? null
}

/** The machine of a repair: the unit that it has, else the one of its maker and serial number, else a new one. */
export async function unitOfRepair(tx: Tx, repairId: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ unitId: string | null; userId: string | null; device: Prisma.JsonValue }[]>`
    SELECT c.unit_id::text AS "unitId", r.user_id::text AS "userId", CASE WHEN length(r.device_info::text) <= 20000 THEN r.device_info END AS device
    FROM cases AS c JOIN repairs AS r ON r.id = c.id WHERE c.id = ${repairId}::uuid FOR UPDATE OF c`
  if (row?.unitId) return (await keptUnit(tx, row.unitId))?.id ?? row.unitId
  const { manufacturer, model, serialNumber } = caseDeviceDraft(safeJson(row?.device ?? null))
  const [maker, serial] = [manufacturer.slice(0, 200), serialNumber?.slice(0, 200) ?? null]
  const known = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM units WHERE maker_key = maker_key(${maker}) AND serial_key = serial_key(${serial}) AND merged_into IS NULL`
  const [{ id } = { id: '' }] =
    known.length > 0
      ? known
      : await tx.$queryRaw<{ id: string }[]>`
          INSERT INTO units (manufacturer, model, serial_number, user_id, owner_case_id)
          VALUES (${maker}, ${model.slice(0, 200)}, ${serial}, ${row?.userId ?? null}::uuid, ${repairId}::uuid) RETURNING id::text`
  await tx.$executeRaw`UPDATE cases SET unit_id = ${id}::uuid WHERE id = ${repairId}::uuid`
  return id
}
