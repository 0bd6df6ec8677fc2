import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as z from 'zod'

/** A decimal of the database as the number with two decimals that goes over the wire (EUR); NaN, which plain SQL may have left, counts as nothing. */
export const toAmount = (decimal: Prisma.Decimal): number => (decimal.isFinite() ? Number(decimal.toFixed(2)) : 0)

/** The same where there may be none. */
export const toAmountOrNull = (decimal: Prisma.Decimal | null): number | null => (decimal?.isFinite() ? toAmount(decimal) : null)

/** Single statements that answer JSON: reads, and changes that are one statement. */
export interface JsonReader {
  /**
   * Runs a statement whose only row has a JSON text, or NULL, in its only column, and answers what it says; null too
   * where there is no row. It goes straight to the driver, because Prisma's client takes longer over a raw statement
   * than a page of a list takes in all (docs/decisions/024).
   */
  readJson(statement: Prisma.Sql): Promise<unknown>
}

const onlyText = z.array(z.tuple([z.string().nullable()])).max(1)

/** What the rows of a statement of `readJson` say. */
export function onlyJson(rows: unknown): unknown {
  const text = onlyText.parse(rows)[0]?.[0] ?? null
  const value: unknown = text === null ? null : JSON.parse(text)
  return value
}

/** The reader over the connection that an adapter makes. */
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

/** What JSON can say, as far as it can be sent and shown. */
type SafeJson = string | number | boolean | null | SafeJson[] | { [key: string]: SafeJson | undefined }

/** Names that stand for an object's own machinery: superjson refuses to send an object that has one of them. */
const unsendable = new Set(['__proto__', 'constructor', 'prototype'])

/** Deeper than any document of ours; recursion over what plain SQL has left must end. */
const MOST_LEVELS = 50

/**
 * A JSON document as it can be sent and shown. What cannot is left out: fields named like an object's own machinery, numbers beyond
 * what JavaScript holds, and whatever lies deeper than 50 levels.
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

/** The reader in a transaction of Prisma's client. */
export const readJsonWithin =
  (tx: Pick<PrismaClient, '$queryRaw'>): JsonReader['readJson'] =>
  async (statement) => {
    const rows = oneText.parse(await tx.$queryRaw(statement))
    const text = Object.values(rows[0] ?? {})[0] ?? null
    const value: unknown = text === null ? null : JSON.parse(text)
    return value
  }

type DefinedFields<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> }

/** The fields that a caller has named; the others keep what the database has or gives. */
export const definedFields = <Fields extends object>(fields: Fields): DefinedFields<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<Fields>

/**
 * A number of rows as a part of a statement's text. Where PostgreSQL is given it as a value, it reckons with a tenth of the
 * table for any other, and so plans anew at each call, which is a quarter of what a page of a list costs it.
 */
export const writtenOut = (rows: number): Prisma.Sql => Prisma.raw(z.int().parse(rows).toFixed())
