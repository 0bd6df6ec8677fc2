import { PAGE_SIZE } from '~/contracts/list'
import { Prisma } from '~/generated/prisma/client'
import { writtenOut } from '~/server/platform/database/column-values'

/**
 * A number of rows that depends on a page's length. That of the usual page stands in the statement's text; another, which
 * whoever calls may vary, is given to the statement, so that it is one text for all of them.
 */
export const rowsOf = (limit: number, rows: number): Prisma.Sql => (limit === PAGE_SIZE ? writtenOut(rows) : Prisma.sql`${rows}`)
