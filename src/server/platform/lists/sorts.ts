import { Prisma } from '~/generated/prisma/client'
import { idColumn, timeColumn, type Keyset } from './keyset'

/** The last column of every sort; all columns are of the row `t`. */
export const byId = idColumn(Prisma.sql`t.id`)

const created = [timeColumn(Prisma.sql`t.created_at`), byId]

/** By the time a row was made. */
export const createdSorts: Record<'-created' | 'created', Keyset> = {
  '-created': { name: '-created', columns: created, descending: true },
  created: { name: 'created', columns: created, descending: false },
}
