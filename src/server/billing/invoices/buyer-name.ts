import { Prisma } from '~/generated/prisma/client'
import { knownAs } from '~/server/platform/records/customer-list'

export const NAMELESS = 'Customer'
/** Raw, so that the statement is planned once. */
export const namelessSql = Prisma.raw(`'${NAMELESS}'`)

/** Company, name, address, or the account's telephone number; NULL if all are missing. */
export const buyerName = (buyer: Prisma.Sql) => Prisma.sql`
  left(coalesce(nullif(${buyer}.company, ''), nullif(${buyer}.full_name, ''), nullif(${buyer}.email, ''), (SELECT ${knownAs(Prisma.sql`named`)}
    FROM profiles AS named WHERE named.user_id = ${buyer}.user_id)), 200)`

export const nameOfBuyer = (id: Prisma.Sql) => Prisma.sql`(SELECT ${buyerName(Prisma.sql`b`)} FROM buyers AS b WHERE b.id = ${id})`
