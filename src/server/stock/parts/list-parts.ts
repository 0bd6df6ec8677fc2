import * as z from 'zod'
import { partListInput, type Part, type PartList, type PartListInput, type PartPage, type PartPlace } from '~/contracts/stock/parts'
import { partKinds } from '~/contracts/stock/part-types'
import { records } from '~/contracts/records'
import { partStates } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { amountCell, type Columns } from '~/server/platform/csv/write-csv'
import { notFound } from '~/server/platform/database/conflict'
import { countedBy, rowsByStatus } from '~/server/platform/lists/counts'
import { jsonObject, jsonRows, jsonTime, readRows, recordRow, type JsonRow } from '~/server/platform/lists/json-row'
import { readList, type Listing } from '~/server/platform/lists/read-list'
import { everyRow, isText } from '~/server/platform/lists/list-search'
import type { ListSource } from '~/server/platform/lists/list-source'
import { createdSorts } from '~/server/platform/lists/sorts'
import { noPosition, recordList } from '~/server/platform/records/record-list'
import type { Services } from '~/server/services'

const ofType = (column: string) => Prisma.sql`(SELECT y.${Prisma.raw(column)} FROM part_types AS y WHERE y.id = t.type_id)`

export const partRow: JsonRow<Part> = recordRow(
  {
    partNumber: z.string(),
    typeId: z.string(),
    typeName: z.string(),
    kind: z.enum(partKinds),
    sku: z.string().nullable(),
    serialNumber: z.string().nullable(),
    state: z.enum(partStates),
    location: z.string().nullable(),
    cost: z.number().nullable(),
    notes: z.string().nullable(),
    reservedFor: z.object({ id: z.string(), number: z.string() }).nullable(),
    installedIn: z.object({ unitId: z.string(), unitNumber: z.string(), slot: z.string(), at: jsonTime }).nullable(),
  },
  {
    typeName: ofType('name'),
    kind: ofType('kind'),
    sku: ofType('sku'),
    reservedFor: Prisma.sql`(SELECT json_build_object('id', r.id, 'number', r.repair_number) FROM repairs AS r WHERE r.id = t.reserved_case_id AND t.state = 'reserved')`,
    installedIn: Prisma.sql`(SELECT json_build_object('unitId', u.id, 'unitNumber', u.unit_number, 'slot', i.slot, 'at', i.installed_at)
      FROM installations AS i JOIN units AS u ON u.id = i.unit_id WHERE i.part_id = t.id AND i.removed_at IS NULL)`,
  },
)

const table = Prisma.sql`parts AS t`
const own = (pattern: string) =>
  Prisma.sql`(t.part_number ILIKE ${pattern} OR t.serial_number ILIKE ${pattern} OR t.location ILIKE ${pattern})`
const types = (pattern: string) =>
  Prisma.sql`t.type_id IN (SELECT y.id FROM part_types AS y WHERE y.name ILIKE ${pattern} OR y.sku ILIKE ${pattern})`

export const partSource: ListSource = {
  table,
  matches: (pattern) => Prisma.sql`(${own(pattern)} OR ${types(pattern)})`,
  found: (pattern) => [Prisma.sql`${table} WHERE ${own(pattern)}`, Prisma.sql`${table} WHERE ${types(pattern)}`],
  bySerial: (key) => Prisma.sql`t.serial_key = ${key}`,
}

const partListing = ({ status, kind, type, location, search, sort = '-created' }: Partial<PartListInput>): Listing<Part> => {
  const conditions = [
    ...(status ? [Prisma.sql`t.state = ${status}::part_state`] : []),
    ...(kind ? [Prisma.sql`t.type_id IN (SELECT y.id FROM part_types AS y WHERE y.kind = ${kind}::part_kind)`] : []),
    ...(type ? [Prisma.sql`t.type_id = ${type}::uuid`] : []),
    ...(location ? [isText(Prisma.sql`t.location`, location)] : []),
  ]
  const filter = conditions.length === 0 ? everyRow : Prisma.join(conditions, ' AND ')
  return { source: partSource, filter, search, keyset: createdSorts[sort], row: partRow }
}

const counted = countedBy(records.parts.table, { by: Prisma.sql`state`, key: Prisma.sql`state` })

/** With the number in each state. @throws BAD_REQUEST for a foreign cursor */
export async function listParts({ db }: Pick<Services, 'db'>, view: PartListInput): Promise<PartList> {
  const { counts, ...page } = await readList(db, {
    counted,
    ...partListing(view),
    filtered: ({ total, rows }) => (view.type || view.kind || view.location ? undefined : view.status ? rows(view.status) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  const [figures] = await db.prisma.$queryRaw<{ types: number }[]>`
    SELECT count(*)::int AS types FROM part_types WHERE is_active AND in_stock <= reorder_point`
  return { ...page, counts: rowsByStatus(partStates, counts), toReorder: figures?.types ?? 0 }
}

const MOST_PLACES = 50
const place: z.ZodType<PartPlace> = z.object({
  unitId: z.string(),
  unitNumber: z.string(),
  slot: z.string(),
  installedAt: jsonTime,
  installedBy: z.string().nullable(),
  caseNumber: z.string().nullable(),
  removedAt: jsonTime.nullable(),
})

export const caseNumberOf = (id: Prisma.Sql) => Prisma.sql`coalesce(
  (SELECT r.repair_number FROM repairs AS r WHERE r.id = ${id}), (SELECT x.trade_in_number FROM trade_ins AS x WHERE x.id = ${id}))`

export const personOf = (userId: Prisma.Sql) =>
  Prisma.sql`(SELECT coalesce(nullif(p.full_name, ''), p.email) FROM profiles AS p WHERE p.user_id = ${userId})`

/** @throws NOT_FOUND */
export async function partById({ db }: Pick<Services, 'db'>, { id }: { id: string }): Promise<PartPage> {
  const [found] = await readRows(db, partSource, partRow, [id])
  if (!found) throw notFound(records.parts)
  const places = await db.readJson(Prisma.sql`
    SELECT json_agg(${jsonObject({
      unitId: Prisma.sql`u.id`,
      unitNumber: Prisma.sql`u.unit_number`,
      slot: Prisma.sql`i.slot`,
      installedAt: Prisma.sql`i.installed_at`,
      installedBy: personOf(Prisma.sql`i.installed_by`),
      caseNumber: caseNumberOf(Prisma.sql`i.case_id`),
      removedAt: Prisma.sql`i.removed_at`,
    })} ORDER BY i.installed_at DESC, i.id)::text
    FROM (SELECT * FROM installations WHERE part_id = ${id}::uuid ORDER BY installed_at DESC, id LIMIT ${MOST_PLACES}) AS i JOIN units AS u ON u.id = i.unit_id`)
  return { ...found, places: (jsonRows.parse(places) ?? []).map((json) => place.parse(json)) }
}

const partCsv: Columns<Part> = {
  id: (part) => part.id,
  partNumber: (part) => part.partNumber,
  type: (part) => part.typeName,
  kind: (part) => part.kind,
  sku: (part) => part.sku,
  serialNumber: (part) => part.serialNumber,
  state: (part) => part.state,
  location: (part) => part.location,
  cost: (part) => amountCell(part.cost),
  reservedFor: (part) => part.reservedFor?.number ?? null,
  unit: (part) => part.installedIn?.unitNumber ?? null,
  slot: (part) => part.installedIn?.slot ?? null,
  createdAt: (part) => part.createdAt,
  updatedAt: (part) => part.updatedAt,
}

export const partRecords = recordList({
  view: partListInput.omit(noPosition),
  listing: partListing,
  csv: partCsv,
  found: {
    source: partSource,
    title: Prisma.sql`t.part_number`,
    detail: Prisma.sql`(SELECT left(concat_ws(' ', y.name, t.serial_number), 200) FROM part_types AS y WHERE y.id = t.type_id)`,
  },
})
