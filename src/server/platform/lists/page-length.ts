import { PAGE_SIZE } from '~/contracts/list'
import { Prisma } from '~/generated/prisma/client'
import { writtenOut } from '~/server/platform/database/column-values'

/**
 * A row count that depends on a page's length. The usual length is a literal; another, which callers may vary, is a parameter, so that it
 * stays one statement.
 */
export const rowsOf = (limit: number, rows: number): Prisma.Sql => (limit === PAGE_SIZE ? writtenOut(rows) : Prisma.sql`${rows}`)
