import * as z from 'zod'
import type { ReportDays } from '~/contracts/office/reports'
import { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'

/** What reports are called with. */
export type ReportCall = Pick<Services, 'db' | 'now' | 'businessTimeZone'>

/** What the triggers add up (migration 20261123030000_reports). */
type Figure = 'repairs opened' | 'repairs completed' | 'trade-ins completed' | 'trade-ins compared' | 'deductions' | 'estimates' | 'offers'

/** A condition for the stored figures of a period. */
export const figuresOf = ({ from, to }: ReportDays, ...figures: Figure[]): Prisma.Sql =>
  Prisma.sql`figure IN (${Prisma.join(figures)}) AND day BETWEEN ${from}::date AND ${to}::date`

/** Reads the rows of a statement in one go, where it keeps nobody from writing. */
export async function readRows<Row>(call: Pick<ReportCall, 'db'>, row: z.ZodType<Row>, statement: Prisma.Sql): Promise<Row[]> {
  const json = await call.db.reading((source) => source.readJson(Prisma.sql`SELECT json_agg(found)::text FROM (${statement}) AS found`))
  return z.array(row).nullable().parse(json) ?? []
}
