import * as z from 'zod'
import { plainText } from '~/contracts/fields'
import { LONGEST_CURSOR } from '~/contracts/list-page'
import { Prisma } from '~/generated/prisma/client'

/** A column to sort by, and the form of its value in a cursor. */
export interface SortColumn {
  sql: Prisma.Sql
  type: Prisma.Sql
  /** The value as a text that the type reads. */
  text: (value: Prisma.Sql) => Prisma.Sql
  /** Cursors come from outside: values that the type cannot read are refused. */
  accepts: z.ZodType<string>
}

const asText = (value: Prisma.Sql) => Prisma.sql`${value}::text`

export const textColumn = (sql: Prisma.Sql): SortColumn => ({
  sql,
  type: Prisma.sql`text`,
  text: asText,
  accepts: plainText(LONGEST_CURSOR),
})
const idColumn = (sql: Prisma.Sql): SortColumn => ({ sql, type: Prisma.sql`uuid`, text: asText, accepts: z.guid() })
export const amountColumn = (sql: Prisma.Sql): SortColumn => ({
  sql,
  type: Prisma.sql`numeric`,
  text: asText,
  accepts: z.string().regex(/^(?:-?\d{1,10}(?:\.\d{1,2})?|NaN)$/),
})
/** A whole number to sort by. */
export const integerColumn = (sql: Prisma.Sql): SortColumn => ({
  sql,
  type: Prisma.sql`bigint`,
  text: asText,
  accepts: z.string().regex(/^-?\d{1,10}$/),
})
/** False sorts first. */
export const booleanColumn = (sql: Prisma.Sql): SortColumn => ({
  sql,
  type: Prisma.sql`boolean`,
  text: asText,
  accepts: z.enum(['true', 'false']),
})
// PostgreSQL has no year 0.
const ordinaryDay = z.iso.date().refine((text) => !text.startsWith('0000'))
const ordinaryTime = z.iso.datetime().refine((text) => !text.startsWith('0000'))

const oddTimeText = /^(\d{4,7})-(\d\d)-(\d\d)( (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00)?( BC)?$/

/** The years that PostgreSQL knows: from 4713 BC, and to these. */
const LAST_YEAR = { day: 5_874_897, time: 294_276 }
const FIRST_YEAR_BC = 4_713

/** True if PostgreSQL reads such a day or time. */
function isOdd(of: 'day' | 'time', text: string): boolean {
  if (text === 'infinity' || text === '-infinity') return true
  const [, year = '', month = '', day = '', time, bc] = oddTimeText.exec(text) ?? []
  if (year === '' || (time === undefined) !== (of === 'day')) return false
  if (Number(year) < 1 || Number(year) > (bc === undefined ? LAST_YEAR[of] : FIRST_YEAR_BC)) return false
  const astronomical = bc === undefined ? Number(year) : 1 - Number(year)
  // The calendar repeats every 400 years; 30 February does not exist in any.
  const date = new Date(Date.UTC(2_000 + (((astronomical % 400) + 400) % 400), Number(month) - 1, Number(day)))
  return Number(day) > 0 && date.getUTCMonth() === Number(month) - 1
}

/** Days and times as PostgreSQL writes them that only plain SQL can have entered: BC, after the year 9999, or infinite. */
const odd = (of: 'day' | 'time') =>
  z
    .string()
    .max(40)
    .refine((text) => isOdd(of, text))

export const dayColumn = (sql: Prisma.Sql): SortColumn => ({
  sql,
  type: Prisma.sql`date`,
  text: (value) => Prisma.sql`CASE WHEN ${value} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'
    THEN to_char(${value}, 'YYYY-MM-DD') ELSE ${value}::text END`,
  accepts: z.union([ordinaryDay, odd('day')]),
})

export const timeColumn = (sql: Prisma.Sql): SortColumn => ({
  sql,
  type: Prisma.sql`timestamptz`,
  text: (value) => Prisma.sql`CASE WHEN ${value} >= '0001-01-01T00:00:00Z' AND ${value} < '10000-01-01T00:00:00Z'
    THEN to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ELSE ${value}::text END`,
  accepts: z.union([ordinaryTime, odd('time')]),
})

/** A sort order. The last column makes rows unique; all columns run the same way. */
export interface Keyset {
  name: string
  columns: readonly SortColumn[]
  descending: boolean
}

/** The last column of every sort; all columns are of the row `t`. */
export const byId = idColumn(Prisma.sql`t.id`)

const created = [timeColumn(Prisma.sql`t.created_at`), byId]

export const createdSorts: Record<'-created' | 'created', Keyset> = {
  '-created': { name: '-created', columns: created, descending: true },
  created: { name: 'created', columns: created, descending: false },
}
