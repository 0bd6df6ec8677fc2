import * as z from 'zod'
import type { FormerPart, InstalledPart, Part, PartsOfCase, PartsOfUnit } from '~/contracts/stock/parts'
import { partKinds } from '~/contracts/stock/part-types'
import { isOnOrder } from './orders'
import { numberOfCode } from '~/contracts/stock/scanning'
import { numberSpellings, serialText } from '~/contracts/numbers'
import { slotsOf } from '~/contracts/stock/slots'
import { records } from '~/contracts/records'
import { partStates } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { notFound } from '~/server/platform/database/conflict'
import { jsonObject, jsonRows, jsonTime, readRows } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { readNeeds } from './part-needs'
import { caseNumberOf, partRow, partSource, personOf } from './list-parts'

type Call = Pick<Services, 'db'>

/** Plain SQL may write more than a machine has. */
const MOST_INSTALLED = 100
const MOST_FORMER = 50

async function readAll<Row>({ db }: Call, schema: z.ZodType<Row>, fields: Record<string, Prisma.Sql>, from: Prisma.Sql): Promise<Row[]> {
  const found = await db.readJson(
    Prisma.sql`SELECT json_agg(t.row ORDER BY t.place)::text FROM (SELECT ${jsonObject(fields)} AS row, row_number() OVER () AS place FROM ${from}) AS t`,
  )
  return (jsonRows.parse(found) ?? []).map((json) => schema.parse(json))
}

const installedFields = {
  id: Prisma.sql`p.id`,
  partNumber: Prisma.sql`p.part_number`,
  typeName: Prisma.sql`y.name`,
  kind: Prisma.sql`y.kind`,
  serialNumber: Prisma.sql`p.serial_number`,
  slot: Prisma.sql`i.slot`,
  since: Prisma.sql`i.installed_at`,
  by: personOf(Prisma.sql`i.installed_by`),
  caseNumber: caseNumberOf(Prisma.sql`i.case_id`),
}
const installed = z.object({
  id: z.string(),
  partNumber: z.string(),
  typeName: z.string(),
  kind: z.enum(partKinds),
  serialNumber: z.string().nullable(),
  slot: z.string(),
  since: jsonTime,
  by: z.string().nullable(),
  caseNumber: z.string().nullable(),
}) satisfies z.ZodType<InstalledPart>
const formerFields = {
  ...installedFields,
  removedAt: Prisma.sql`i.removed_at`,
  removedBy: personOf(Prisma.sql`i.removed_by`),
  removedIn: caseNumberOf(Prisma.sql`i.removed_case_id`),
}
const former = installed.extend({
  removedAt: jsonTime,
  removedBy: z.string().nullable(),
  removedIn: z.string().nullable(),
}) satisfies z.ZodType<FormerPart>

const installationsOf = (unitId: string, when: Prisma.Sql, most: number) => Prisma.sql`
  (SELECT * FROM installations WHERE unit_id IN (SELECT unit_family(kept_unit(${unitId}::uuid))) AND ${when} LIMIT ${most}) AS i
  JOIN parts AS p ON p.id = i.part_id JOIN part_types AS y ON y.id = p.type_id`

async function boardsOf({ db }: Call, unitId: string): Promise<number | null> {
  const [found] = await db.prisma.$queryRaw<{ boards: number | null }[]>`
    SELECT m.boards FROM units AS u LEFT JOIN device_models AS m ON m.id = u.model_id WHERE u.id = ${unitId}::uuid`
  if (!found) throw notFound({ one: 'unit' })
  return found.boards
}

/** Includes merged records. @throws NOT_FOUND */
export async function partsOfUnit(call: Call, { id }: { id: string }): Promise<PartsOfUnit> {
  const boards = await boardsOf(call, id)
  const [parts, gone] = await Promise.all([
    readAll(
      call,
      installed,
      installedFields,
      Prisma.sql`${installationsOf(id, Prisma.sql`removed_at IS NULL ORDER BY slot, id`, MOST_INSTALLED)} ORDER BY i.slot, i.id`,
    ),
    readAll(
      call,
      former,
      formerFields,
      Prisma.sql`${installationsOf(id, Prisma.sql`removed_at IS NOT NULL ORDER BY removed_at DESC, id`, MOST_FORMER)} ORDER BY i.removed_at DESC, i.id`,
    ),
  ])
  return { slots: slotsOf(boards), parts, former: gone }
}

const heldParts = z.object({
  id: z.string(),
  partNumber: z.string(),
  serialNumber: z.string().nullable(),
  state: z.enum(partStates),
  location: z.string().nullable(),
  slot: z.string().nullable(),
})

/** @throws NOT_FOUND */
export async function partsOfCase(call: Call, { id }: { id: string }): Promise<PartsOfCase> {
  const { prisma } = call.db
  const [of] = await prisma.$queryRaw<{ unitId: string | null; unitNumber: string | null }[]>`
    SELECT k.id::text AS "unitId", k.unit_number AS "unitNumber" FROM repairs AS r LEFT JOIN cases AS c ON c.id = r.id
    LEFT JOIN units AS k ON k.id = kept_unit(c.unit_id) WHERE r.id = ${id}::uuid`
  if (!of) throw notFound(records.repairs)
  const needs = await readNeeds(prisma, [id])
  const types = await prisma.partType.findMany({ where: { id: { in: needs.map(({ typeId }) => typeId) } } })
  const coming = await prisma.$queryRaw<{ typeId: string; onOrder: number; expectedOn: Date | null }[]>`
    SELECT o.type_id::text AS "typeId", sum(o.quantity - o.received)::int AS "onOrder", min(o.expected_on) AS "expectedOn"
    FROM part_orders AS o WHERE o.type_id = ANY(${types.map(({ id: type }) => type)}::uuid[]) AND ${isOnOrder} GROUP BY o.type_id`
  const held = await readAll(
    call,
    heldParts,
    {
      id: Prisma.sql`p.id`,
      partNumber: Prisma.sql`p.part_number`,
      serialNumber: Prisma.sql`p.serial_number`,
      state: Prisma.sql`p.state`,
      location: Prisma.sql`p.location`,
      slot: Prisma.sql`(SELECT i.slot FROM installations AS i WHERE i.part_id = p.id AND i.removed_at IS NULL)`,
    },
    Prisma.sql`parts AS p WHERE p.id = ANY(${needs.flatMap((need) => need.held.map(({ partId }) => partId))}::uuid[]) ORDER BY p.part_number`,
  )
  return {
    ...of,
    slots: of.unitId === null ? [] : slotsOf(await boardsOf(call, of.unitId)),
    needed: needs.map(({ typeId, typeName, wanted, isAgreed, held: of }) => {
      const type = types.find((each) => each.id === typeId)
      const next = coming.find((each) => each.typeId === typeId)
      return {
        typeId,
        typeName,
        kind: type?.kind ?? 'other',
        wanted: isAgreed ? wanted : 0,
        missing: isAgreed ? Math.max(0, wanted - of.length) : 0,
        free: type?.inStock ?? 0,
        onOrder: next?.onOrder ?? 0,
        expectedOn: next?.expectedOn?.toISOString().slice(0, 10) ?? null,
        parts: held.filter((part) => of.some(({ partId }) => partId === part.id)),
      }
    }),
  }
}

const MOST_FOUND = 10

/** By number, by serial number in any spelling, or by the address of their page. */
export async function findParts({ db }: Call, { code }: { code: string }): Promise<Part[]> {
  const text = numberOfCode(code).slice(0, 200)
  const ids = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM (
      SELECT id, created_at FROM parts WHERE part_number = ANY (${numberSpellings('parts', text)}::text[])
      UNION SELECT id, created_at FROM parts WHERE serial_key = serial_key(${serialText(text)})
      UNION SELECT id, created_at FROM parts WHERE id = ${z.guid().safeParse(text).success ? text : null}::uuid
    ) AS found ORDER BY created_at DESC, id LIMIT ${MOST_FOUND}`
  return readRows(
    db,
    partSource,
    partRow,
    ids.map(({ id }) => id),
  )
}
