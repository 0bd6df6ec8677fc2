import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import type { ListSource } from './list-search'
import type { JsonReader } from './read-json'

/**
 * How a list reads the row `t`: the database makes one JSON text of a page, which costs a quarter of what
 * reading it column by column through the client does (docs/decisions/045).
 */
export interface JsonRow<Row> {
  json: Prisma.Sql
  schema: z.ZodType<Row>
}

/** A JSON object of SQL expressions by name. */
export const jsonObject = (fields: Record<string, Prisma.Sql>): Prisma.Sql =>
  Prisma.sql`json_build_object(${Prisma.join(Object.entries(fields).map(([name, value]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`))})`

/** A time in JSON. */
export const jsonTime = z.string().transform((text) => new Date(text))

/** What every record has. */
export const recordFields = {
  id: Prisma.sql`t.id`,
  createdAt: Prisma.sql`t.created_at`,
  updatedAt: Prisma.sql`t.updated_at`,
  version: Prisma.sql`t.version`,
}
export const recordShape = { id: z.string(), createdAt: jsonTime, updatedAt: jsonTime, version: z.int() }

/** What `json_agg` has made of rows; null of none. */
export const jsonRows = z.array(z.unknown()).nullable()

/** The rows with these ids, in their order; those that are gone are left out. */
export async function readRows<Row>(db: JsonReader, { table }: ListSource, row: JsonRow<Row>, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${row.json} ORDER BY array_position(${ids}::uuid[], t.id))::text FROM ${table} WHERE t.id = ANY(${ids}::uuid[])`)
  return (jsonRows.parse(found) ?? []).map((json) => row.schema.parse(json))
}
