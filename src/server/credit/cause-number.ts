import { Prisma } from '~/generated/prisma/client'

/** Null for a text that is no id, which plain SQL may have left. */
const asId = (text: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${text} ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' THEN ${text}::uuid END`

/** The number of a trade-in, repair or order by its id; null for anything else or a deleted record. */
export const numberOf = (noun: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE ${noun}
    WHEN 'tradeIns' THEN (SELECT left(c.trade_in_number, 200) FROM trade_ins AS c WHERE c.id = ${id})
    WHEN 'repairs' THEN (SELECT left(c.repair_number, 200) FROM repairs AS c WHERE c.id = ${id})
    WHEN 'orders' THEN (SELECT left(c.order_number, 200) FROM orders AS c WHERE c.id = ${id})
  END`

/** For a cause whose id is stored as text. */
export const causeNumber = (noun: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => numberOf(noun, asId(id))
