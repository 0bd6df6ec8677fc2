import { TRPCError } from '@trpc/server'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'

/** Walks all rows of a list's view. In all SQL here the row is `t`. */

const number = new Intl.NumberFormat('en-GB')

/** Refuses bulk work when the view has another number of rows than the caller saw. */
export const wrongNumber = (matching: number, expected: number) =>
  new TRPCError({
    code: 'CONFLICT',
    message: `${number.format(matching)} rows match now, not ${number.format(expected)}. Nothing has been changed; look at the list again.`,
  })

/** Rows that one short transaction goes through. */
const WINDOW = 2_000

/** A part of a table, by id. */
export interface IdWindow {
  condition: Prisma.Sql
  /** The part's last id; null for the table's last part. */
  end: string | null
}

/** The next part of a table: so many rows after an id, in the view or not. */
export async function nextWindow(prisma: PrismaClient, table: Prisma.Sql, after: string | null = null): Promise<IdWindow> {
  const from = after === null ? Prisma.sql`TRUE` : Prisma.sql`t.id > ${after}::uuid`
  const [last] = await prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${table} AS t WHERE ${from} ORDER BY t.id OFFSET ${WINDOW - 1} LIMIT 1`
  if (!last) return { condition: from, end: null }
  return { condition: Prisma.sql`${from} AND t.id <= ${last.id}::uuid`, end: last.id }
}
