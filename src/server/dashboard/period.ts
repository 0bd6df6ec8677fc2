import { Prisma } from '~/generated/prisma/client'

/** A table whose rows are counted by the hour of their `created_at`. */
interface CountedByHour {
  table: Prisma.Sql
  /** Its name in list_counts. */
  noun: string
  /** What is added up, in the table's own columns. */
  amount: Prisma.Sql
}

const HOUR_MS = 60 * 60 * 1000

const hourAt = (instant: Date) => new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS)
const hourFrom = (instant: Date) => new Date(Math.ceil(instant.getTime() / HOUR_MS) * HOUR_MS)
/** 2026-06-30T23:00:00Z → '2026-06-30T23' */
const keyOf = (hour: Date) => hour.toISOString().slice(0, 13)

/**
 * A subselect of one row `(rows, amount)`: how many rows were made in a period, and what they add up to.
 * Whole hours come from the kept counts; a part of an hour, at either end, from the table by its index.
 * @param from included
 * @param to not included; without it, up to the last row there is
 */
export function inPeriod({ table, noun, amount }: CountedByHour, from: Date, to?: Date): Prisma.Sql {
  const first = hourFrom(from)
  const inTable = (start: Date, end: Date) => Prisma.sql`
    UNION ALL SELECT count(*), sum(${amount}) FROM ${table} WHERE created_at >= ${start} AND created_at < ${end}`
  return Prisma.sql`(
    SELECT coalesce(sum(rows), 0)::int AS rows, coalesce(sum(amount), 0) AS amount FROM (
      SELECT sum(rows) AS rows, sum(amount) AS amount FROM list_counts
      WHERE noun = ${noun} AND key >= ${keyOf(first)} AND ${to ? Prisma.sql`key < ${keyOf(hourAt(to))}` : Prisma.sql`TRUE`}
      ${first > from ? inTable(from, first) : Prisma.empty}
      ${to && hourAt(to) < to ? inTable(hourAt(to), to) : Prisma.empty}
    ) AS parts)`
}
