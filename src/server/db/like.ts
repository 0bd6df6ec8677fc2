import { Prisma } from '~/generated/prisma/client'

/** The LIKE pattern of a literal substring: `%`, `_` and `\` stand for themselves (spec §5 Text search). */
export const substringPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A caseless substring match on any of the columns; always true for an empty search. */
export function anyColumnContains(columns: readonly Prisma.Sql[], search: string | undefined): Prisma.Sql {
  const text = search?.trim() ?? ''
  if (text === '') return Prisma.sql`TRUE`
  const pattern = substringPattern(text)
  return Prisma.sql`(${Prisma.join(
    columns.map((column) => Prisma.sql`${column} ILIKE ${pattern}`),
    ' OR ',
  )})`
}
