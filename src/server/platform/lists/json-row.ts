import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { readInstant } from '~/lib/instant'
import type { ListSource } from './list-source'
import { type JsonReader, safeJson } from '~/server/platform/database/column-values'

/**
 * Reads the row `t` of a list. The database makes one JSON text of a page, which costs a quarter of reading it column by column through
 * Prisma (docs/decisions/007).
 */
export interface JsonRow<Row> {
  json: Prisma.Sql
  /**
   * All rows as one object with a list for each field, where that is possible. PostgreSQL looks up a value's output function per row in an
   * object and once in a list, which takes a fifth less time over a page.
   */
  byField?: Prisma.Sql
  schema: z.ZodType<Row>
}

type Fields = Record<string, Prisma.Sql>

/** SQL without values as one text: a statement of many parts takes as long to put together as a page of rows to read. */
export const constantSql = (sql: Prisma.Sql): Prisma.Sql => (sql.values.length === 0 ? Prisma.raw(sql.sql) : sql)

export const jsonObject = (fields: Fields): Prisma.Sql =>
  Prisma.sql`json_build_object(${Prisma.join(Object.entries(fields).map(([name, value]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`))})`

/** A time in JSON. One step instead of a text and a transform: each row has two, half the cost of reading it. */
export const jsonTime = z.transform((text: unknown, { issues }) => {
  if (typeof text === 'string') return readInstant(text)
  issues.push({ code: 'invalid_type', expected: 'string', input: text })
  return z.NEVER
})

/** A calendar day in JSON, '2026-11-21'; null for one beyond the year 9999 or BC, which plain SQL may have written. */
export const jsonDay = z.iso.date().nullable().catch(null)

/** An amount in JSON, in EUR; PostgreSQL's NaN becomes 0. */
export const jsonAmount = z.union([z.number(), z.literal('NaN').transform(() => 0)])

/** `jsonAmount`, or null. */
export const jsonAmountOrNull = z.union([z.number(), z.literal('NaN').transform(() => null)]).nullable()

/** A JSON document of a row. */
export const jsonDocument = z.unknown().transform((document) => safeJson(document))

/** A list of texts; what is none, such as the NULL that plain SQL may have put in, is left out. */
export const jsonTexts = z
  .array(z.unknown())
  .nullable()
  .transform((texts) => (texts ?? []).filter((text) => typeof text === 'string'))

const recordShape = { id: z.string(), createdAt: jsonTime, updatedAt: jsonTime, version: z.int() }

export const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columnOf = (field: string) => Prisma.raw(`t.${columnName(field)}`)

/**
 * The row of some columns, each named like its field.
 * @param joined expressions that are no column of their own
 */
export function columnsRow<Shape extends z.ZodRawShape>(shape: Shape, joined: Fields = {}) {
  const fields = Object.keys(shape).map((field): [string, Prisma.Sql] => [field, joined[field] ?? columnOf(field)])
  const columns = fields.map(([field, value]) => Prisma.sql`${value} AS ${Prisma.raw(`"${field}"`)}`)
  // A tenth cheaper than `json_build_object`, which looks its arguments' types up for each row.
  const json = Prisma.sql`(SELECT row_to_json(record) FROM (SELECT ${Prisma.join(columns)}) AS record)`
  const lists = fields.map(([field, value]): [string, Prisma.Sql] => [field, Prisma.sql`json_agg(${value})`])
  return { json: constantSql(json), byField: constantSql(jsonObject(Object.fromEntries(lists))), schema: z.object(shape) }
}

/** The same with the columns of every record. */
export const recordRow = <Shape extends z.ZodRawShape>(shape: Shape, joined: Fields = {}) =>
  columnsRow({ ...recordShape, ...shape }, joined)

/**
 * The row as one JSON object. Each field is the column of its name, unless `joined` has another expression.
 * @param alias the row's name in SQL
 */
export function rowOf<Shape extends z.ZodRawShape>(shape: Shape, joined: { [Field in keyof Shape]?: Prisma.Sql } = {}, alias = 't') {
  const fields = Object.keys(shape).map((field): [string, Prisma.Sql] => [
    field,
    joined[field] ?? Prisma.raw(`${alias}.${columnName(field)}`),
  ])
  return { json: jsonObject(Object.fromEntries(fields)), schema: z.object(shape) }
}

/** The output of `json_agg`; null without rows. */
export const jsonRows = z.array(z.unknown()).nullable()

/** The rows `t` of the following FROM, in their order, as JSON for `rowsIn`. */
export const rowsJson = ({ byField, json }: Pick<JsonRow<unknown>, 'byField' | 'json'>): Prisma.Sql =>
  byField ?? Prisma.sql`json_agg(${json})`

// The row's schema looks at the values.
const listsOfFields = z.record(
  z.string(),
  z.custom<unknown[] | null>((list) => list === null || Array.isArray(list)),
)

function objectsIn(isByField: boolean, json: unknown): unknown[] {
  if (!isByField) return jsonRows.parse(json) ?? []
  const lists = Object.entries(listsOfFields.parse(json))
  return (lists[0]?.[1] ?? []).map((_, index) => {
    const row: Record<string, unknown> = {}
    for (const [field, values] of lists) row[field] = values?.[index]
    return row
  })
}

/** Reads the first `limit` rows that `rowsJson` has made. @returns `isMore` if there are more */
export function rowsIn<Row>({ byField, schema }: JsonRow<Row>, json: unknown, limit: number): { rows: Row[]; isMore: boolean } {
  const found = objectsIn(byField !== undefined, json)
  return { rows: found.slice(0, limit).map((row) => schema.parse(row)), isMore: found.length > limit }
}

/** The rows with these ids, in their order; missing ones are left out. */
export async function readRows<Row>(db: JsonReader, { table }: ListSource, row: JsonRow<Row>, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${row.json} ORDER BY array_position(${ids}::uuid[], t.id))::text FROM ${table} WHERE t.id = ANY(${ids}::uuid[])`)
  return (jsonRows.parse(found) ?? []).map((json) => row.schema.parse(json))
}
