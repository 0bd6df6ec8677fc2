import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as z from 'zod'

/** A decimal as the number with two decimals that the API sends (EUR). NaN, which plain SQL may have written, becomes 0. */
export const toAmount = (decimal: Prisma.Decimal): number => (decimal.isFinite() ? Number(decimal.toFixed(2)) : 0)

/** `toAmount`, or null. */
export const toAmountOrNull = (decimal: Prisma.Decimal | null): number | null => (decimal?.isFinite() ? toAmount(decimal) : null)

/** Runs single statements that answer JSON. */
export interface JsonReader {
  /**
   * Runs a statement with at most one row, whose only column is JSON text or NULL. Goes straight to the driver: Prisma's client takes
   * longer over a raw statement than a whole list page takes (docs/decisions/007).
   * @returns the parsed JSON; null without a row
   */
  readJson(statement: Prisma.Sql): Promise<unknown>
}

const onlyText = z.array(z.tuple([z.string().nullable()])).max(1)

/** Parses the answer to a statement of `readJson`. */
export function onlyJson(rows: unknown): unknown {
  const text = onlyText.parse(rows)[0]?.[0] ?? null
  const value: unknown = text === null ? null : JSON.parse(text)
  return value
}

/** `readJson` over an adapter's connection. */
export function jsonReader(adapter: SqlDriverAdapterFactory): JsonReader['readJson'] {
  let connection: Promise<SqlDriverAdapter> | undefined
  return async ({ text: sql, values: args }) => {
    connection ??= adapter.connect()
    const argTypes = args.map((value) => ({
      scalarType: 'unknown' as const,
      arity: Array.isArray(value) ? ('list' as const) : ('scalar' as const),
    }))
    const { rows } = await (await connection).queryRaw({ sql, args, argTypes })
    return onlyJson(rows)
  }
}

/** JSON that can be sent and shown. */
type SafeJson = string | number | boolean | null | SafeJson[] | { [key: string]: SafeJson | undefined }

/** Names of an object's own machinery; superjson refuses to send them. */
const unsendable = new Set(['__proto__', 'constructor', 'prototype'])

/** No document of ours is deeper. Stops the recursion over whatever plain SQL has written. */
const MOST_LEVELS = 50

/**
 * Makes a JSON document safe to send and show. Drops `__proto__` and its like, numbers beyond JavaScript's range, and anything deeper than
 * 50 levels.
 */
export function safeJson(value: unknown, levels = MOST_LEVELS): SafeJson {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null || levels === 0) return null
  if (Array.isArray(value)) return value.map((each) => safeJson(each, levels - 1))
  const fields = Object.entries(value).filter(([name]) => !unsendable.has(name))
  return Object.fromEntries(fields.map(([name, each]) => [name, safeJson(each, levels - 1)]))
}

const oneText = z.array(z.record(z.string(), z.string().nullable())).max(1)

/** `readJson` in a transaction of Prisma's client. */
export const readJsonWithin =
  (tx: Pick<PrismaClient, '$queryRaw'>): JsonReader['readJson'] =>
  async (statement) => {
    const rows = oneText.parse(await tx.$queryRaw(statement))
    const text = Object.values(rows[0] ?? {})[0] ?? null
    const value: unknown = text === null ? null : JSON.parse(text)
    return value
  }

type DefinedFields<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> }

/** The fields that a caller has named. Undefined ones keep the database's value or default. */
export const definedFields = <Fields extends object>(fields: Fields): DefinedFields<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<Fields>

const rowCount = z.int()

/**
 * A row count as literal SQL. With a parameter PostgreSQL assumes a tenth of the table and plans again at each call, which is a quarter of
 * a list page's cost.
 */
export const writtenOut = (rows: number): Prisma.Sql => Prisma.raw(rowCount.parse(rows).toFixed())
