import { Prisma } from '~/generated/prisma/client'
import { knownAs } from '~/server/platform/records/customer-list'

/** The name of somebody on a document who has given none. */
export const NAMELESS = 'Customer'
/** Part of the statement, which is planned once. */
export const namelessSql = Prisma.raw(`'${NAMELESS}'`)

/** The name of the buyer in a row: company, name, address, or else the telephone number of their account. NULL where nothing is known. */
export const buyerName = (buyer: Prisma.Sql) => Prisma.sql`
  left(coalesce(nullif(${buyer}.company, ''), nullif(${buyer}.full_name, ''), nullif(${buyer}.email, ''), (SELECT ${knownAs(Prisma.sql`named`)}
    FROM profiles AS named WHERE named.user_id = ${buyer}.user_id)), 200)`

/** The same by the buyer's id. */
export const nameOfBuyer = (id: Prisma.Sql) => Prisma.sql`(SELECT ${buyerName(Prisma.sql`b`)} FROM buyers AS b WHERE b.id = ${id})`
