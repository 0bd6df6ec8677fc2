import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonObject, jsonTime } from './json-row'
import { afterCursor, keysetOrder, keysetValues, pageOf } from './keyset'
import { textColumn, timeColumn, type Keyset } from './sorts'

/** One history out of several tables, newest first and by pages. */

/** Orders entries of one moment by their keys. */
const newestFirst: Keyset = {
  name: 'timeline',
  columns: [timeColumn(Prisma.sql`e.at`), textColumn(Prisma.sql`e.key`)],
  descending: true,
}

/** A select of entries, up to its FROM: when, by which key, of which kind, by whom, and what. */
export const entries = (kind: string, at: Prisma.Sql, key: Prisma.Sql, actor: Prisma.Sql, detail: Record<string, Prisma.Sql>): Prisma.Sql =>
  Prisma.sql`SELECT ${at} AS at, ${kind} || ':' || ${key} AS key, ${kind}::text AS kind, ${actor} AS actor, ${jsonObject(detail)} AS detail`

/** The fields of every entry; `kind` and `detail` are those of its kind. */
export const entryShape = z.object({ id: z.string(), at: jsonTime, actor: z.string().nullable() })

/**
 * A page of what several selects of entries find.
 * @throws BAD_REQUEST for a foreign cursor
 */
export async function readEntries<Entry>(
  db: JsonReader,
  sources: readonly Prisma.Sql[],
  { cursor, limit }: { cursor?: string | null | undefined; limit: number },
  schema: z.ZodType<Entry>,
): Promise<{ rows: Entry[]; nextCursor: string | null }> {
  const order = keysetOrder(newestFirst)
  // Each source gives no more than the page takes, by its own index.
  const firsts = sources.map(
    (source) =>
      Prisma.sql`(SELECT e.* FROM (${source}) AS e WHERE ${afterCursor(newestFirst, cursor)} ORDER BY ${order} LIMIT ${limit + 1})`,
  )
  const entry = jsonObject({
    id: Prisma.sql`e.key`,
    kind: Prisma.sql`e.kind`,
    at: Prisma.sql`e.at`,
    actor: Prisma.sql`e.actor`,
    detail: Prisma.sql`e.detail`,
  })
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(json_build_object('entry', ${entry}, 'key', ${keysetValues(newestFirst)}) ORDER BY ${order})::text
    FROM (SELECT e.* FROM (${Prisma.join(firsts, ' UNION ALL ')}) AS e ORDER BY ${order} LIMIT ${limit + 1}) AS e`)
  const rows = z.array(z.object({ entry: schema, key: z.array(z.string()) })).nullable()
  const { page, nextCursor } = pageOf(newestFirst, rows.parse(found) ?? [], limit)
  return { rows: page.map((row) => row.entry), nextCursor }
}
