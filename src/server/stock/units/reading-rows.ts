import * as z from 'zod'
import { readingPhases, type CaseReading } from '~/contracts/stock/readings'
import { stripUnstorable } from '~/contracts/fields'
import { minerReading, type MinerReading } from '~/contracts/stock/miners/shape'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonObject, jsonRows, jsonTime } from '~/server/platform/lists/json-row'

const column = (name: string) => Prisma.raw(`t.${name}`)
const rowJson = jsonObject({
  id: column('id'),
  phase: column('phase'),
  createdAt: column('created_at'),
  createdBy: Prisma.sql`(SELECT u.email FROM users AS u WHERE u.id = t.created_by)`,
  fileId: Prisma.sql`(SELECT f.id FROM case_files AS f WHERE f.id = t.file_id AND f.removed_at IS NULL)`,
  // Larger than any reading of ours: plain SQL may have put anything there.
  reading: Prisma.sql`CASE WHEN length(t.data::text) < 200000 THEN t.data END`,
})
const row = z.object({
  id: z.string(),
  phase: z.enum(readingPhases),
  createdAt: jsonTime,
  createdBy: z.string().nullable(),
  fileId: z.string().nullable(),
  reading: minerReading.nullable().catch(null),
})

/** A removed file takes its reading `t` along. */
export const isShown = Prisma.sql`NOT EXISTS (SELECT FROM case_files AS f WHERE f.id = t.file_id AND f.removed_at IS NOT NULL)`

export async function readReadings(db: JsonReader, condition: Prisma.Sql, most: number): Promise<CaseReading[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(r.reading)::text FROM (
      SELECT ${rowJson} AS reading FROM case_readings AS t WHERE ${condition} AND ${isShown} ORDER BY t.created_at DESC, t.id DESC LIMIT ${most}) AS r`)
  return (jsonRows.parse(found) ?? []).map((json) => row.parse(json))
}

/** In the shop's own form, and as the machine wrote it. */
export const readingColumns = (reading: MinerReading, text: string) => ({
  data: JSON.parse(JSON.stringify(reading), (_key, each: unknown) =>
    typeof each === 'string' ? stripUnstorable(each) : each,
  ) as Prisma.InputJsonObject,
  rawText: stripUnstorable(text),
})
