import * as z from 'zod'
import { MERGE_DAYS } from '~/contracts/identity/customers'
import { Prisma } from '~/generated/prisma/client'
import { jsonObject, jsonTime } from '~/server/platform/lists/json-row'

/** So many merges of one customer are named, the latest first. */
const MOST = 10

export const standingMerges = z
  .array(
    z.object({
      userId: z.string(),
      name: z.string(),
      mergedAt: jsonTime,
      mergedBy: z.string().nullable(),
      undoUntil: jsonTime.nullable(),
    }),
  )
  .nullable()

const name = Prisma.sql`left(coalesce(nullif(m.profile ->> 'full_name', ''), nullif(m.profile ->> 'email', ''), nullif(m.profile ->> 'phone', ''), 'Customer'), 200)`

/** The merges into the user `u` that stand at a moment. */
export const standingMergesJson = (at: Date): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(${jsonObject({
    userId: Prisma.sql`m.merged_id`,
    name,
    mergedAt: Prisma.sql`m.merged_at`,
    mergedBy: Prisma.sql`(SELECT left(b.email, 254) FROM users AS b WHERE b.id = m.merged_by)`,
    undoUntil: Prisma.sql`CASE WHEN m.profile IS NOT NULL AND m.merged_at > ${at}::timestamptz - make_interval(days => ${MERGE_DAYS}::int)
      THEN m.merged_at + make_interval(days => ${MERGE_DAYS}::int) END`,
  })} ORDER BY m.merged_at DESC, m.id) FROM (
    SELECT * FROM customer_merges WHERE keep_id = u.id AND undone_at IS NULL ORDER BY merged_at DESC, id LIMIT ${MOST}
  ) AS m)`
