import type { Prisma } from '~/generated/prisma/client'

/** Finds the rows of a list. In all SQL here the table's alias is `t`. */
export interface ListSource {
  /** For example `orders AS t`. */
  table: Prisma.Sql
  /** The condition that the row `t` matches a LIKE pattern; for walking rows one by one. */
  matches: (pattern: string) => Prisma.Sql
  /** The matching rows by index: each part follows FROM and ends in a WHERE condition; together they find every row that `matches` does. */
  found: (pattern: string) => readonly Prisma.Sql[]
  /** `found` of the rows that match further patterns too, where a way has at hand what `matches` would look up for each row. */
  foundAll?: (pattern: string, further: readonly string[]) => readonly Prisma.Sql[]
  /** The rows of the first part by an index that is ordered by time too: a condition, and the order that puts the newest first. */
  newest?: (pattern: string) => { condition: Prisma.Sql; first: Prisma.Sql }
  /** The condition that the row `t` has a serial number of this key (`serialKey`), where it has serial numbers; by an index. */
  bySerial?: (key: string) => Prisma.Sql
}
