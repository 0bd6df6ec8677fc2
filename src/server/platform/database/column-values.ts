import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as z from 'zod'

/** EUR. NaN, which plain SQL may have written, becomes 0. */
export const toAmount = (decimal: Prisma.Decimal): number => (decimal.isFinite() ? Number(decimal.toFixed(2)) : 0)

export const toAmountOrNull = (decimal: Prisma.Decimal | null): number | null => (decimal?.isFinite() ? toAmount(decimal) : null)

export interface JsonReader {
  /** At most one row of one JSON column, straight on the driver: Prisma's client takes longer than a list page (docs/decisions/007). */
  readJson(statement: Prisma.Sql): Promise<unknown>
}

const onlyText = z.array(z.tuple([z.string().nullable()])).max(1)

export function onlyJson(rows: unknown): unknown {
  const text = onlyText.parse(rows)[0]?.[0] ?? null
  const value: unknown = text === null ? null : JSON.parse(text)
  return value
}

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

type SafeJson = string | number | boolean | null | SafeJson[] | { [key: string]: SafeJson | undefined }

/** superjson refuses to send these names. */
const unsendable = new Set(['__proto__', 'constructor', 'prototype'])

/** Stops the recursion over what plain SQL may have written. */
const MOST_LEVELS = 50

/** Drops `__proto__` and its like, numbers beyond JavaScript's range, and anything deeper than 50 levels. */
export function safeJson(value: unknown, levels = MOST_LEVELS): SafeJson {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null || levels === 0) return null
  if (Array.isArray(value)) return value.map((each) => safeJson(each, levels - 1))
  const fields = Object.entries(value).filter(([name]) => !unsendable.has(name))
  return Object.fromEntries(fields.map(([name, each]) => [name, safeJson(each, levels - 1)]))
}

const oneText = z.array(z.record(z.string(), z.string().nullable())).max(1)

export const readJsonWithin =
  (tx: Pick<PrismaClient, '$queryRaw'>): JsonReader['readJson'] =>
  async (statement) => {
    const rows = oneText.parse(await tx.$queryRaw(statement))
    const text = Object.values(rows[0] ?? {})[0] ?? null
    const value: unknown = text === null ? null : JSON.parse(text)
    return value
  }

type DefinedFields<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> }

/** Undefined fields keep the database's value or default. */
export const definedFields = <Fields extends object>(fields: Fields): DefinedFields<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<Fields>

const rowCount = z.int()

/** Literal SQL: with a parameter PostgreSQL assumes a tenth of the table and plans at each call, a quarter of a list page's cost. */
export const writtenOut = (rows: number): Prisma.Sql => Prisma.raw(rowCount.parse(rows).toFixed())
