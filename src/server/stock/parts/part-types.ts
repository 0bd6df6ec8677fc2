import * as z from 'zod'
import type { PartChoice, partChoicesInput } from '~/contracts/stock/parts'
import {
  partKinds,
  partTypeListInput,
  stockViews,
  toOrder,
  type createPartTypeInput,
  type PartType,
  type PartTypeInput,
  type PartTypeList,
  type PartTypeListInput,
  type StockView,
  type updatePartTypeInput,
} from '~/contracts/stock/part-types'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { isOnOrder } from './orders'
import { assignments, changeRow } from '~/server/platform/audit/change-row'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { amountCell, type Columns } from '~/server/platform/csv/write-csv'
import { jsonDay, jsonTexts, readRows, recordRow, type JsonRow } from '~/server/platform/lists/json-row'
import type { JsonReader } from '~/server/platform/database/column-values'
import type { Listing } from '~/server/platform/lists/read-list'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { everyRow } from '~/server/platform/lists/list-search'
import type { ListSource } from '~/server/platform/lists/list-source'
import { seek } from '~/server/platform/lists/search-words'
import { byId, integerColumn, textColumn, type Keyset } from '~/server/platform/lists/sorts'
import { viewCondition } from '~/server/platform/lists/view'
import { listExporter, noPosition } from '~/server/platform/records/record-list'
import type { Services } from '~/server/services'

const partType = { one: 'part type', table: 'part_types', auditSubject: 'part_type' }

const fields = {
  name: z.string(),
  kind: z.enum(partKinds),
  sku: z.string().nullable(),
  fits: jsonTexts,
  cost: z.number().nullable(),
  price: z.number().nullable(),
  reorderPoint: z.int().nullable(),
  stockLevel: z.int().nullable(),
  isActive: z.boolean(),
  inStock: z.int(),
  reserved: z.int(),
  onOrder: z.int(),
  expectedOn: jsonDay,
}
/** Number on order, and the next delivery, of the type `t`. */
const openOrders = Prisma.sql`part_orders AS o WHERE o.type_id = t.id AND ${isOnOrder}`
const partTypeRow: JsonRow<PartType> = recordRow(fields, {
  onOrder: Prisma.sql`(SELECT coalesce(sum(o.quantity - o.received), 0)::int FROM ${openOrders})`,
  expectedOn: Prisma.sql`(SELECT min(o.expected_on) FROM ${openOrders})`,
})

const columns: Record<keyof PartTypeInput, string> = {
  name: 'text',
  kind: 'part_kind',
  sku: 'text',
  fits: 'text[]',
  cost: 'numeric',
  price: 'numeric',
  reorderPoint: 'integer',
  stockLevel: 'integer',
  isActive: 'boolean',
}

const byName = [textColumn(Prisma.sql`t.name`), byId]
const byStock = [integerColumn(Prisma.sql`t.in_stock`), byId]
const keysets: Record<PartTypeListInput['sort'], Keyset> = {
  name: { name: 'name', columns: byName, descending: false },
  '-name': { name: '-name', columns: byName, descending: true },
  stock: { name: 'stock', columns: byStock, descending: false },
  '-stock': { name: '-stock', columns: byStock, descending: true },
}

const table = Prisma.sql`part_types AS t`
const matches = (pattern: string) => Prisma.sql`(t.name ILIKE ${pattern} OR t.sku ILIKE ${pattern})`
const source: ListSource = { table, matches, found: (pattern) => [Prisma.sql`${table} WHERE ${matches(pattern)}`] }

const stocks: Record<StockView, Prisma.Sql> = {
  reorder: Prisma.sql`(t.is_active AND t.in_stock <= t.reorder_point)`,
  free: Prisma.sql`t.in_stock > 0`,
  none: Prisma.sql`t.in_stock = 0`,
}

const partTypeListing = ({ kind, stock, search, sort = 'name' }: Partial<PartTypeListInput>): Listing<PartType> => {
  const conditions = [...(kind ? [Prisma.sql`t.kind = ${kind}::part_kind`] : []), ...(stock ? [stocks[stock]] : [])]
  const filter = conditions.length === 0 ? everyRow : Prisma.join(conditions, ' AND ')
  return { source, filter, search, keyset: keysets[sort], row: partTypeRow }
}

/** @throws BAD_REQUEST for a foreign cursor */
export async function listPartTypes({ db }: Pick<Services, 'db'>, view: PartTypeListInput): Promise<PartTypeList> {
  const { row, keyset, ...shown } = partTypeListing(view)
  const condition = viewCondition(shown)
  const page = await readPageOfRows(db, { source, keyset, row, filter: condition, cursor: view.cursor, limit: view.limit, counted: null })
  const counted = Prisma.join(stockViews.map((name) => Prisma.sql`(count(*) FILTER (WHERE ${stocks[name]}))::int AS ${Prisma.raw(name)}`))
  const [figures] = await db.prisma.$queryRaw<(Record<StockView, number> & { total: number; matching: number })[]>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE ${condition}))::int AS matching, ${counted} FROM ${table}`
  const { total, matching, ...counts } = figures ?? { total: 0, matching: 0, reorder: 0, free: 0, none: 0 }
  return { rows: page.rows, nextCursor: page.nextCursor, total, matching, counts }
}

/** @throws NOT_FOUND */
export async function partTypeById({ db }: Pick<Services, 'db'>, { id }: { id: string }): Promise<PartType> {
  const [found] = await readRows(db, source, partTypeRow, [id])
  if (!found) throw notFound(partType)
  return found
}

export async function insertPartType(tx: Prisma.TransactionClient, actor: Actor, input: PartTypeInput): Promise<{ id: string }> {
  const { id } = await tx.partType.create({ data: input, select: { id: true } })
  await recordAudit(tx, actor, { action: 'part_type.created', subjectType: 'part_type', subjectId: id, after: input })
  return { id }
}

/** @throws CONFLICT for an idempotency key with another type */
export async function createPartType(call: CreatingCall<'db'>, input: z.output<typeof createPartTypeInput>): Promise<PartType> {
  return partTypeById(call, await createOnce(call, input, (tx, given) => insertPartType(tx, call.actor, given)))
}

/** Absent fields keep their values. @throws NOT_FOUND, CONFLICT for a stale `version` */
export const changePartType = (
  db: JsonReader,
  actor: Actor,
  { id, version, ...given }: { id: string; version?: number | undefined } & Partial<PartTypeInput>,
): Promise<PartType> =>
  changeRow(db, actor, {
    record: partType,
    id,
    version,
    set: assignments(columns, given),
    row: partTypeRow,
    action: 'part_type.updated',
    audited: Prisma.sql`${partTypeRow.json}::jsonb - '{id,version,createdAt,updatedAt,inStock,reserved,onOrder,expectedOn}'::text[]`,
  })

/** Empty fields are cleared. @throws NOT_FOUND, CONFLICT for a stale version */
export const updatePartType = ({ db, actor }: Call<'db'>, input: z.output<typeof updatePartTypeInput>): Promise<PartType> =>
  changePartType(db, actor, input)

const MOST_OFFERED = 20

/** Active ones by name, or any with these ids. */
export async function partChoices({ db }: Pick<Services, 'db'>, { search, ids }: z.output<typeof partChoicesInput>): Promise<PartChoice[]> {
  const chosen = ids
    ? Prisma.sql`t.id = ANY(${ids}::uuid[])`
    : search === ''
      ? Prisma.sql`t.is_active`
      : Prisma.sql`t.is_active AND ${seek(source, search).matches}`
  const found = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id::text FROM ${table} WHERE ${chosen} ORDER BY t.name, t.id LIMIT ${ids?.length ?? MOST_OFFERED}`
  const rows = await readRows(
    db,
    source,
    partTypeRow,
    found.map(({ id }) => id),
  )
  return rows.map(({ id, name, kind, sku, price, inStock }) => ({ id, name, kind, sku, price, inStock }))
}

const partTypeCsv: Columns<PartType> = {
  id: (type) => type.id,
  name: (type) => type.name,
  kind: (type) => type.kind,
  sku: (type) => type.sku,
  fits: (type) => type.fits.join(', '),
  inStock: (type) => type.inStock,
  reserved: (type) => type.reserved,
  reorderPoint: (type) => type.reorderPoint,
  stockLevel: (type) => type.stockLevel,
  toOrder: (type) => toOrder(type),
  cost: (type) => amountCell(type.cost),
  price: (type) => amountCell(type.price),
  isActive: (type) => type.isActive,
  createdAt: (type) => type.createdAt,
  updatedAt: (type) => type.updatedAt,
}

export const partTypeExporter = listExporter({ view: partTypeListInput.omit(noPosition), listing: partTypeListing, csv: partTypeCsv })
