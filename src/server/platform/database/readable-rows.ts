import { ColumnTypeEnum, type SqlResultSet } from '@prisma/driver-adapter-utils'
import { readInstant } from '~/lib/instant'

/** What a driver hands on of an instant that JavaScript reads too. */
const ordinary = /^[1-9]\d{3}-\d\d-\d\d[T ]/

/** The same rows with instants that Prisma's client can read: without this, one row with 'infinity' fails a whole list. */
export function readableRows(result: SqlResultSet): SqlResultSet {
  const instants = result.columnTypes.flatMap((type, index) => (type === ColumnTypeEnum.DateTime ? [index] : []))
  if (instants.length === 0) return result
  for (const row of result.rows) {
    for (const index of instants) {
      const value = row[index]
      if (typeof value === 'string' && !(ordinary.test(value) && !value.endsWith('BC'))) row[index] = readInstant(value).toISOString()
    }
  }
  return result
}
