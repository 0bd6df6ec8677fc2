import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { readInstant } from '~/lib/instant'
import type { ListSource } from './list-search'
import { type JsonReader, safeJson } from '~/server/platform/database/column-values'

/**
 * How a list reads the row `t`: the database makes one JSON text of a page, which costs a quarter of what
 * reading it column by column through the client does (docs/decisions/024).
 */
export interface JsonRow<Row> {
  json: Prisma.Sql
  schema: z.ZodType<Row>
}

/** A JSON object of SQL expressions by name. */
export const jsonObject = (fields: Record<string, Prisma.Sql>): Prisma.Sql =>
  Prisma.sql`json_build_object(${Prisma.join(Object.entries(fields).map(([name, value]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`))})`

/** A time in JSON. */
export const jsonTime = z.string().transform(readInstant)

/** A calendar day in JSON, '2026-11-21'; what plain SQL may have put there beyond the year 9999 or before Christ is none. */
export const jsonDay = z.iso.date().nullable().catch(null)

/** An amount in JSON, in EUR; PostgreSQL's NaN counts as nothing. */
export const jsonAmount = z.union([z.number(), z.literal('NaN').transform(() => 0)])

/** The same where there may be none. */
export const jsonAmountOrNull = z.union([z.number(), z.literal('NaN').transform(() => null)]).nullable()

/** A JSON document of a row. */
export const jsonDocument = z.unknown().transform((document) => safeJson(document))

/** What every record has. */
const recordShape = { id: z.string(), createdAt: jsonTime, updatedAt: jsonTime, version: z.int() }

/** A field's column: `baseValueGood` stands in `base_value_good`. */
export const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columnOf = (field: string) => Prisma.raw(`t.${columnName(field)}`)

/**
 * The row of a record's own columns: those that every record has, and those of a shape, each named like its field.
 * @param joined what else there is in it, by expressions
 */
export function recordRow<Shape extends z.ZodRawShape>(shape: Shape, joined: Record<string, Prisma.Sql> = {}) {
  const columns = Object.keys({ ...recordShape, ...shape }).map(
    (field) => Prisma.sql`${joined[field] ?? columnOf(field)} AS ${Prisma.raw(`"${field}"`)}`,
  )
  // A tenth less of the database's time for a page than `json_build_object`, which looks its arguments' types up for each row.
  const json = Prisma.sql`(SELECT row_to_json(record) FROM (SELECT ${Prisma.join(columns)}) AS record)`
  return { json, schema: z.object({ ...recordShape, ...shape }) }
}

/** What `json_agg` has made of rows; null of none. */
export const jsonRows = z.array(z.unknown()).nullable()

/** The rows with these ids, in their order; those that are gone are left out. */
export async function readRows<Row>(db: JsonReader, { table }: ListSource, row: JsonRow<Row>, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${row.json} ORDER BY array_position(${ids}::uuid[], t.id))::text FROM ${table} WHERE t.id = ANY(${ids}::uuid[])`)
  return (jsonRows.parse(found) ?? []).map((json) => row.schema.parse(json))
}
