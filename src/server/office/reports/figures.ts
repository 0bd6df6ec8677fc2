import * as z from 'zod'
import type { ReportDays } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'

export type ReportCall = Pick<Services, 'db' | 'now' | 'businessTimeZone'>

/** Sums kept by triggers (`report_…` in prisma/functions.sql). */
type Figure = 'repairs opened' | 'repairs completed' | 'trade-ins completed' | 'trade-ins compared' | 'deductions' | 'estimates' | 'offers'

/** The condition of a period's figures. */
export const figuresOf = ({ from, to }: ReportDays, ...figures: Figure[]): Prisma.Sql =>
  Prisma.sql`figure IN (${Prisma.join(figures)}) AND day BETWEEN ${from}::date AND ${to}::date`

/** Reads all rows of a statement, from a replica if there is one. */
export async function readRows<Row>(call: Pick<ReportCall, 'db'>, row: z.ZodType<Row>, statement: Prisma.Sql): Promise<Row[]> {
  const json = await call.db.reading((source) => source.readJson(Prisma.sql`SELECT json_agg(found)::text FROM (${statement}) AS found`))
  return z.array(row).nullable().parse(json) ?? []
}
