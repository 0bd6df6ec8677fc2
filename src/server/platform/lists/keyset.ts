import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import type { Keyset } from './sorts'

/**
 * Pages by keyset: a page starts after the last row of the page before, found by index however deep it is. A cursor carries the sort's name
 * and that row's sort values; it is opaque to clients.
 */

const cursorSchema = z.tuple([z.string()], z.string())

const badCursor = () => {
  const issue: z.core.$ZodIssue = { code: 'custom', path: ['cursor'], message: 'Not a cursor of this list', input: undefined }
  return new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([issue]) })
}

function readCursor(keyset: Keyset, cursor: string): string[] {
  let decoded: unknown
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw badCursor()
  }
  const parsed = cursorSchema.safeParse(decoded)
  if (!parsed.success) throw badCursor()
  const [name, ...values] = parsed.data
  if (name !== keyset.name || values.length !== keyset.columns.length) throw badCursor()
  if (!keyset.columns.every(({ accepts }, index) => accepts.safeParse(values[index]).success)) throw badCursor()
  return values
}

/** The condition of the rows after a cursor; TRUE without one. @throws BAD_REQUEST for a foreign cursor */
export function afterCursor(keyset: Keyset, cursor: string | null | undefined): Prisma.Sql {
  if (!cursor) return Prisma.sql`TRUE`
  const values = readCursor(keyset, cursor)
  const row = Prisma.join(keyset.columns.map(({ sql }) => sql))
  const bounds = Prisma.join(keyset.columns.map(({ type }, index) => Prisma.sql`${values[index] ?? ''}::text::${type}`))
  return keyset.descending ? Prisma.sql`(${row}) < (${bounds})` : Prisma.sql`(${row}) > (${bounds})`
}

export function keysetOrder({ columns, descending }: Keyset): Prisma.Sql {
  const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  return Prisma.join(columns.map(({ sql }) => Prisma.sql`${sql} ${direction}`))
}

export const keysetValues = ({ columns }: Keyset): Prisma.Sql =>
  Prisma.sql`ARRAY[${Prisma.join(columns.map(({ sql, text }) => text(sql)))}]`

/** Names a sort column in the CTEs of a search. */
export const sortName = (index: number) => Prisma.raw(`sort_${index}`)

/** The sort's columns as a select list, under the names that `withSortNames` sorts by. */
export const sortColumns = ({ columns }: Keyset): Prisma.Sql =>
  Prisma.join(columns.map(({ sql }, index) => Prisma.sql`${sql} AS ${sortName(index)}`))

/** The same sort over the columns of `sortColumns`. */
export const withSortNames = (keyset: Keyset): Keyset => ({
  ...keyset,
  columns: keyset.columns.map((column, index) => ({ ...column, sql: sortName(index) })),
})

/** The cursor of the page after the row with these sort values. */
export const cursorOf = ({ name }: Keyset, key: readonly string[]): string =>
  Buffer.from(JSON.stringify([name, ...key])).toString('base64url')

/** Cuts a page from one row more than its limit, and makes the next cursor. */
export function pageOf<Row extends { key: string[] }>(
  keyset: Keyset,
  rows: Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? cursorOf(keyset, last.key) : null }
}
