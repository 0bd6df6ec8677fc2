import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { seek } from './search-words'
import type { View } from './read-list'

/** The condition that the view shows the row `t`. */
export function viewCondition({ source, filter, search }: View): Prisma.Sql {
  const text = search?.trim() ?? ''
  return text === '' ? filter : Prisma.sql`${filter} AND ${seek(source, text).matches}`
}

/** The exact number of rows in a view; uses the search's own index. */
export async function countView(prisma: PrismaClient, { source, filter, search }: View): Promise<number> {
  const text = search?.trim() ?? ''
  const rows =
    text === ''
      ? Prisma.sql`SELECT FROM ${source.table} WHERE ${filter}`
      : Prisma.join(
          seek(source, text).found.map((from) => Prisma.sql`(SELECT t.id FROM ${from} AND ${filter})`),
          ' UNION ',
        )
  const [counted] = await prisma.$queryRaw<{ rows: number }[]>`SELECT count(*)::int AS rows FROM (${rows}) AS found`
  return counted?.rows ?? 0
}
