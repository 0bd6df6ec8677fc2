import * as z from 'zod'
import type { ReportDays } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'

export type ReportCall = Pick<Services, 'db' | 'now' | 'businessTimeZone'>

type Zone = Pick<Services, 'businessTimeZone'>

/** Bounds dates that plain SQL has put at the end of time. */
export const dayOf = ({ businessTimeZone }: Zone, instant: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(least(greatest(${instant}, '1900-01-02T00:00:00Z'), '2200-01-01T00:00:00Z') AT TIME ZONE ${businessTimeZone})::date`

export const monthOf = ({ businessTimeZone }: Zone, instant: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`date_trunc('month', ${instant} AT TIME ZONE ${businessTimeZone})`

/** '2026-07'; formatted once for each group, which is cheaper than for each row. */
export const monthName = Prisma.sql`to_char(month, 'YYYY-MM')`

export function isWithin({ businessTimeZone }: Zone, { from, to }: ReportDays, column: Prisma.Sql): Prisma.Sql {
  const startOf = (day: string, later: number) => Prisma.sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE ${businessTimeZone})`
  return Prisma.sql`(${column} >= ${startOf(from, 0)} AND ${column} < ${startOf(to, 1)})`
}

export async function readRows<Row>(call: Pick<ReportCall, 'db'>, row: z.ZodType<Row>, statement: Prisma.Sql): Promise<Row[]> {
  const json = await call.db.readJson(Prisma.sql`SELECT json_agg(found)::text FROM (${statement}) AS found`)
  return z.array(row).nullable().parse(json) ?? []
}
