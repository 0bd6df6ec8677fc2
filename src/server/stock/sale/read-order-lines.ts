import * as z from 'zod'
import {
  MOST_LINES,
  type DispatchedUnit,
  type OrderLine,
  type OrderLines,
  type OwnOrderLine,
  type UnitSale,
} from '~/contracts/stock/order-lines'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { orderStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { emailOf } from '~/server/identity/users/email-of'
import type { JsonReader } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonObject, jsonTime } from '~/server/platform/lists/json-row'

/** The lines of an order, and the machines that were dispatched for it. */

const sql = Prisma.sql

/** Machines that are named of one line; more are counted. */
const MOST_NAMED = 200

/** The machines of the line `l`, the latest first, under the record that is kept of each. */
const unitsOf = (row: Prisma.Sql, condition: Prisma.Sql) => sql`(
  SELECT json_agg(${row} ORDER BY d.dispatched_at DESC, d.id) FROM (
    SELECT * FROM order_line_units WHERE line_id = l.id AND ${condition} ORDER BY dispatched_at DESC, id LIMIT ${MOST_NAMED}
  ) AS d JOIN units AS k ON k.id = kept_unit(d.unit_id))`

const named = {
  unitNumber: sql`k.unit_number`,
  serialNumber: sql`k.serial_number`,
  dispatchedAt: sql`d.dispatched_at`,
}
const namedShape = { unitNumber: z.string(), serialNumber: z.string().nullable(), dispatchedAt: jsonTime }
const dispatchedUnit = z.object({
  id: z.string(),
  unitId: z.string(),
  ...namedShape,
  by: z.string().nullable(),
  returnedAt: jsonTime.nullable(),
}) satisfies z.ZodType<DispatchedUnit>
const dispatchedFields = {
  id: sql`d.id`,
  unitId: sql`k.id`,
  ...named,
  by: emailOf(sql`d.dispatched_by`),
  returnedAt: sql`d.returned_at`,
}

/** Plain SQL may have written fewer than none, or more than there are. */
const cancelled = sql`least(greatest(l.cancelled, 0), l.quantity)`

const common = {
  id: sql`l.id`,
  title: sql`left(l.title, 200)`,
  quantity: sql`l.quantity`,
  cancelled,
  price: sql`l.price`,
  tax: sql`l.tax`,
}
const commonShape = {
  id: z.string(),
  title: z.string(),
  quantity: z.int(),
  cancelled: z.int(),
  price: z.number(),
  tax: z.number(),
}

const isScanned = sql`(coalesce(p.tracks_units, FALSE) OR n.ever)`
const orderLine = z.object({
  ...commonShape,
  version: z.int(),
  sku: z.string().nullable(),
  product: z.object({ id: z.string(), name: z.string() }).nullable(),
  isFromPlatform: z.boolean(),
  isScanned: z.boolean(),
  sent: z.int(),
  left: z.int(),
  units: z
    .array(dispatchedUnit)
    .nullable()
    .transform((units) => units ?? []),
}) satisfies z.ZodType<OrderLine>
const orderLineJson = jsonObject({
  ...common,
  version: sql`l.version`,
  sku: sql`left(l.sku, 200)`,
  product: sql`CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', left(p.name, 200)) END`,
  isFromPlatform: sql`l.external_id IS NOT NULL`,
  isScanned,
  sent: sql`n.sent`,
  left: sql`CASE WHEN ${isScanned} AND o.status <> 'cancelled' THEN greatest(0, l.quantity - ${cancelled} - n.sent) ELSE 0 END`,
  units: unitsOf(jsonObject(dispatchedFields), sql`TRUE`),
})

/** Lines by a condition on the row `l`, in the order of their order. */
const linesJson = (line: Prisma.Sql, condition: Prisma.Sql) => sql`(
  SELECT json_agg(${line} ORDER BY l.position, l.created_at, l.id)
  FROM (SELECT * FROM order_lines AS l WHERE ${condition} ORDER BY l.position, l.created_at, l.id LIMIT ${MOST_LINES}) AS l
  JOIN orders AS o ON o.id = l.order_id LEFT JOIN products AS p ON p.id = l.product_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE d.returned_at IS NULL)::int AS sent, count(*) > 0 AS ever FROM order_line_units AS d WHERE d.line_id = l.id
  ) AS n)`

const orderLines = z
  .object({
    orderId: z.string(),
    orderNumber: z.string(),
    status: z.enum(orderStatuses),
    currency: z.string(),
    lines: z
      .array(orderLine)
      .nullable()
      .transform((lines) => lines ?? []),
  })
  .nullable()

const readBy = async (db: JsonReader, condition: Prisma.Sql): Promise<OrderLines> => {
  const found = await db.readJson(sql`
    SELECT ${jsonObject({
      orderId: sql`w.id`,
      orderNumber: sql`w.order_number`,
      status: sql`w.status`,
      currency: sql`w.currency`,
      lines: linesJson(orderLineJson, sql`l.order_id = w.id`),
    })}::text FROM (SELECT * FROM orders AS w WHERE ${condition} LIMIT 1) AS w`)
  const lines = orderLines.parse(found)
  if (!lines) throw notFound(records.orders)
  return lines
}

/** The lines of an order by its number, also without the sign that the shop platform puts before it. @throws NOT_FOUND */
export const readOrderLines = ({ db }: { db: JsonReader }, { number }: { number: string }): Promise<OrderLines> =>
  readBy(db, sql`w.order_number = ANY (${numberSpellings('orders', number)}::text[]) ORDER BY w.order_number = ${number} DESC`)

/** The same by its id. @throws NOT_FOUND */
export const linesOfOrder = (db: JsonReader, orderId: string): Promise<OrderLines> => readBy(db, sql`w.id = ${orderId}::uuid`)

/** One line. @throws NOT_FOUND */
export async function readLine(db: JsonReader, id: string): Promise<OrderLine> {
  const [line] = z
    .array(orderLine)
    .nullable()
    .transform((lines) => lines ?? [])
    .parse(await db.readJson(sql`SELECT ${linesJson(orderLineJson, sql`l.id = ${id}::uuid`)}::text`))
  if (!line) throw notFound({ one: 'line' })
  return line
}

const ownLines = z
  .array(
    z.object({
      ...commonShape,
      units: z
        .array(z.object(namedShape))
        .nullable()
        .transform((units) => units ?? []),
    }),
  )
  .nullable()

/** The lines of somebody's own order, with the machines that they have got. Stock, other machines and members of staff stay out. */
export async function readOwnLines(db: JsonReader, orderId: string): Promise<OwnOrderLine[]> {
  const line = jsonObject({ ...common, units: unitsOf(jsonObject(named), sql`returned_at IS NULL`) })
  return ownLines.parse(await db.readJson(sql`SELECT ${linesJson(line, sql`l.order_id = ${orderId}::uuid`)}::text`)) ?? []
}

const unitSales = z
  .array(
    z.object({
      id: z.string(),
      orderId: z.string(),
      orderNumber: z.string(),
      title: z.string(),
      dispatchedAt: jsonTime,
      returnedAt: jsonTime.nullable(),
    }),
  )
  .nullable()

const MOST_SALES = 20

/** When a machine was dispatched, under any of its records, the latest first. */
export async function salesOfUnit({ db }: { db: JsonReader }, { id }: { id: string }): Promise<UnitSale[]> {
  const sale = jsonObject({
    id: sql`d.id`,
    orderId: sql`o.id`,
    orderNumber: sql`o.order_number`,
    title: sql`left(l.title, 200)`,
    dispatchedAt: sql`d.dispatched_at`,
    returnedAt: sql`d.returned_at`,
  })
  const found = await db.readJson(sql`
    SELECT json_agg(${sale} ORDER BY d.dispatched_at DESC, d.id)::text FROM (
      SELECT * FROM order_line_units WHERE unit_id IN (SELECT unit_family(kept_unit(${id}::uuid))) ORDER BY dispatched_at DESC, id LIMIT ${MOST_SALES}
    ) AS d JOIN order_lines AS l ON l.id = d.line_id JOIN orders AS o ON o.id = l.order_id`)
  return unitSales.parse(found) ?? []
}
