import { Prisma } from '~/generated/prisma/client'

/** A noun whose rows have a status that many can be given at once. */
export interface StatusNoun {
  /** Its rows have `id`, `status` and `version`. */
  table: Prisma.Sql
  /** The enum type of the status. */
  type: Prisma.Sql
  /** As the audit log and the lists' own single change name it. */
  subjectType: string
}

export const orderNoun: StatusNoun = { table: Prisma.sql`orders`, type: Prisma.sql`order_status`, subjectType: 'order' }
export const repairNoun: StatusNoun = { table: Prisma.sql`repairs`, type: Prisma.sql`repair_status`, subjectType: 'repair' }
export const tradeInNoun: StatusNoun = { table: Prisma.sql`trade_ins`, type: Prisma.sql`trade_in_status`, subjectType: 'trade_in' }
