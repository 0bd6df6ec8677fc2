import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { jsonRows, jsonTime, rowOf } from '~/server/platform/lists/json-row'

const MOST = 50
const LONGEST_SIGNED = 200_000

const row = rowOf(
  {
    id: z.string(),
    unitId: z.string(),
    code: z.string(),
    signed: z.string(),
    issuedAt: jsonTime,
    issuedBy: z.string().nullable(),
    revokedAt: jsonTime.nullable(),
    revokedReason: z.string().nullable(),
    claimedAt: jsonTime.nullable(),
  },
  {
    signed: Prisma.sql`CASE WHEN length(t.signed) <= ${LONGEST_SIGNED} THEN t.signed ELSE '' END`,
    issuedBy: Prisma.sql`(SELECT u.email FROM users AS u WHERE u.id = t.issued_by)`,
  },
)
export type PassportRow = z.output<typeof row.schema>

/** @param condition on the rows `t`; the newest are returned */
export async function passportsWhere(db: JsonReader, condition: Prisma.Sql): Promise<PassportRow[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(p.row ORDER BY p.issued_at DESC, p.id DESC)::text FROM (
      SELECT ${row.json} AS row, t.issued_at, t.id FROM passports AS t WHERE ${condition} ORDER BY t.issued_at DESC, t.id DESC LIMIT ${MOST}) AS p`)
  return (jsonRows.parse(found) ?? []).map((json) => row.schema.parse(json))
}
