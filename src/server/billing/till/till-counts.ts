import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import type { receivedInput } from '~/contracts/billing/invoice-list'
import type { countTillInput, TillDay } from '~/contracts/billing/till'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { createOnce, type CreatingCall } from '~/server/call'
import { emailOf } from '~/server/identity/users/email-of'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin, type JsonReader } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import { jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'

/** The cash of each day: what payments and refunds say of it, and what was counted. A day that is counted again keeps the count before. */

interface Period {
  from: string
  to: string
}

const count = z
  .object({
    id: z.string(),
    number: z.int(),
    expected: z.number(),
    counted: z.number(),
    note: z.string().nullable(),
    by: z.string().nullable(),
    at: jsonTime,
  })
  .transform((row) => ({ ...row, difference: sumOfAmounts([row.counted, -row.expected]) }))
const tillDays = z
  .array(
    z
      .object({ day: z.string(), received: z.number(), refunded: z.number(), counts: z.array(count).nullable() })
      .transform(({ counts, ...row }): TillDay => ({
        ...row,
        expected: sumOfAmounts([row.received, -row.refunded]),
        counts: counts ?? [],
      })),
  )
  .nullable()

/** Days with cash or a count, the latest first. Reversed payments do not count. */
async function readDays(db: JsonReader, { from, to }: Period, timeZone: string): Promise<TillDay[]> {
  const found = await db.readJson(Prisma.sql`
    WITH moved AS (
      SELECT p.received_on AS day, p.amount AS received, 0 AS refunded FROM payments AS p
      WHERE p.method = 'cash' AND p.reversed_at IS NULL AND p.received_on BETWEEN ${from}::date AND ${to}::date
      UNION ALL
      SELECT (coalesce(r.decided_at, r.requested_at) AT TIME ZONE ${timeZone})::date, 0, r.amount
      FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id WHERE p.method = 'cash' AND r.state = 'done'
        AND (coalesce(r.decided_at, r.requested_at) AT TIME ZONE ${timeZone})::date BETWEEN ${from}::date AND ${to}::date
      UNION ALL SELECT day, 0, 0 FROM till_counts WHERE day BETWEEN ${from}::date AND ${to}::date
    )
    SELECT json_agg(d ORDER BY d.day DESC)::text FROM (
      SELECT m.day, sum(m.received) AS received, sum(m.refunded) AS refunded, (
        SELECT json_agg(json_build_object('id', c.id, 'number', c.number, 'expected', c.expected, 'counted', c.counted, 'note', c.note,
          'by', ${emailOf(Prisma.sql`c.counted_by`)}, 'at', c.created_at) ORDER BY c.number DESC)
        FROM till_counts AS c WHERE c.day = m.day) AS counts
      FROM moved AS m GROUP BY m.day) AS d`)
  return tillDays.parse(found) ?? []
}

export const listTill = (
  { db, businessTimeZone }: Pick<Services, 'db' | 'businessTimeZone'>,
  period: z.output<typeof receivedInput>,
): Promise<TillDay[]> => readDays(db, period, businessTimeZone)

/**
 * Writes a count of a day's cash down. Another one of the same day corrects it, and the first one stays.
 * @throws BAD_REQUEST for a day that has not come; CONFLICT where somebody has counted it meanwhile
 */
export function countTill(call: CreatingCall<'businessTimeZone'>, input: z.output<typeof countTillInput>): Promise<TillDay> {
  const { actor, now, businessTimeZone, viewer } = call
  if (input.day > calendarDay(now(), businessTimeZone)) throw fieldError('validation_failed', 'day', 'This day has not come yet.')
  return createOnce(call, input, async (tx, { day, counted, note, seen }) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('till'), hashtext(${day}))::text`
    const db = { readJson: readJsonWithin(tx) }
    const period = { from: day, to: day }
    const [before] = await readDays(db, period, businessTimeZone)
    const last = before?.counts[0]
    if ((last?.number ?? 0) !== seen)
      throw new TRPCError({
        code: 'CONFLICT',
        message: `${last?.by ?? 'Somebody'} has counted this day meanwhile. Look at that count before you correct it.`,
      })
    const expected = before?.expected ?? 0
    const { id } = await tx.tillCount.create({
      data: {
        day: new Date(day),
        number: seen + 1,
        expected: expected.toFixed(2),
        counted: counted.toFixed(2),
        note,
        countedBy: viewer.userId,
        createdAt: now(),
      },
      select: { id: true },
    })
    await recordAudit(tx, actor, {
      action: last ? 'till.corrected' : 'till.counted',
      subjectType: 'till',
      subjectId: id,
      ...(last && { before: { counted: last.counted } }),
      after: { day, expected, counted, note },
    })
    const [made] = await readDays(db, period, businessTimeZone)
    if (!made) throw new Error('The count of the till is not there')
    return made
  })
}
