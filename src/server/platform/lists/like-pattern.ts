import { Prisma } from '~/generated/prisma/client'

/** `%`, `_` and `\` stand for themselves in a LIKE pattern. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of a literal substring: `%`, `_` and `\` stand for themselves (requirements §5 Text search). */
export const substringPattern = (text: string): string => `%${literal(text)}%`

/**
 * A pattern's condition on each column, of which one must hold: as ways of their own to what a search finds. Joined by OR, the planner reads all
 * of some thousand people, a millisecond in which it would ask the indexes of both columns twenty times.
 */
export const eachIlike = (columns: readonly string[], pattern: string): Prisma.Sql[] =>
  columns.map((column) => Prisma.sql`${Prisma.raw(column)} ILIKE ${pattern}`)

export const anyIlike = (columns: readonly string[], pattern: string): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(eachIlike(columns, pattern), ' OR ')})`
