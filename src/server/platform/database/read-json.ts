import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as z from 'zod'
import type { Prisma } from '~/generated/prisma/client'

/** Reads of a database that answer JSON. */
export interface JsonReader {
  /**
   * Runs a statement whose only row has a JSON text, or NULL, in its only column, and answers what it says; null too
   * where there is no row. It goes straight to the driver, because Prisma's client takes longer over a raw statement
   * than a page of a list takes in all (docs/decisions/024).
   */
  readJson(statement: Prisma.Sql): Promise<unknown>
}

const onlyText = z.array(z.tuple([z.string().nullable()])).max(1)

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
    const text = onlyText.parse(rows)[0]?.[0] ?? null
    const value: unknown = text === null ? null : JSON.parse(text)
    return value
  }
}
