import * as z from 'zod'
import { caseNouns, type CaseNoun, type OtherCase } from '~/contracts/case-ref'
import { repairOutcomes } from '~/contracts/repair-outcomes'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { jsonDocument, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import { mayRead } from '~/server/identity/auth/scopes'
import type { Viewer } from '~/server/identity/auth/read-session'
import { caseTables } from './case-standing'
import type { Services } from '~/server/services'

const common = {
  id: z.string(),
  number: z.string(),
  device: jsonDocument,
  createdAt: jsonTime,
  isOpen: z.boolean(),
  hasArrived: z.boolean(),
  outcome: z.enum(repairOutcomes).nullable(),
}

export const casesRow: z.ZodType<OtherCase> = z.discriminatedUnion('noun', [
  z.object({ noun: z.literal('repairs'), status: z.enum(repairStatuses), ...common }),
  z.object({ noun: z.literal('tradeIns'), status: z.enum(tradeInStatuses), ...common }),
])

const shownDevice = Prisma.sql`CASE WHEN length(t.device_info::text) <= 2000 THEN t.device_info END`

function source(noun: CaseNoun, where: Prisma.Sql, most: number, rows: Prisma.Sql) {
  const { status } = records[noun]
  const table = caseTables[noun]
  const isOpen = Prisma.sql`t.status::text = ANY(${[...table.open]}::text[])`
  const row = jsonObject({
    noun: Prisma.sql`${noun}::text`,
    id: Prisma.sql`t.id`,
    number: Prisma.raw(`t.${status.number}`),
    status: Prisma.sql`t.status`,
    device: shownDevice,
    createdAt: Prisma.sql`t.created_at`,
    isOpen,
    hasArrived: table.hasArrived,
    outcome: Prisma.sql`CASE WHEN NOT ${isOpen} THEN ${table.outcome} END`,
  })
  return Prisma.sql`(SELECT ${row} AS row, ${isOpen} AS is_open, t.created_at, t.id FROM ${rows} AS t
    WHERE ${where} ORDER BY ${isOpen} DESC, t.created_at DESC, t.id LIMIT ${most})`
}

/** The condition, for the kinds that the caller may read. */
export const readableTo =
  (viewer: Pick<Viewer, 'scopes'>, where: Prisma.Sql) =>
  (noun: CaseNoun): Prisma.Sql =>
    mayRead(viewer)(noun) ? where : Prisma.sql`FALSE`

/**
 * Cases by a condition on the row `t`: `row` (for `casesRow`), `is_open`, `created_at` and `id`. @param rowsOf the source; all by default
 */
export const caseSources = (
  where: Prisma.Sql | ((noun: CaseNoun) => Prisma.Sql),
  most: number,
  rowsOf = (noun: CaseNoun) => Prisma.raw(records[noun].table),
): Prisma.Sql =>
  Prisma.join(
    caseNouns.map((noun) => source(noun, typeof where === 'function' ? where(noun) : where, most, rowsOf(noun))),
    ' UNION ALL ',
  )

export async function caseExists({ db }: Pick<Services, 'db'>, noun: CaseNoun, number: string): Promise<boolean> {
  // PostgreSQL takes no text with NUL.
  if (number.includes('\0') || number.length > 200) return false
  const { table, status } = records[noun]
  const found = await db.prisma.$queryRaw<object[]>`
    SELECT 1 FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(status.number)} = ANY (${numberSpellings(noun, number)}::text[]) LIMIT 1`
  return found.length > 0
}
