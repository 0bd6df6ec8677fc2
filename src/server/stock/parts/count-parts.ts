import type * as z from 'zod'
import type { countPartsInput, PartCount } from '~/contracts/stock/parts'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { fieldError } from '~/server/platform/errors'
import { conflict, lockPartType } from './lock-part'
import { giveToWaiting } from './settle-parts'
import { partTypeById } from './part-types'
import { addParts, writeOff } from './write-part'

/** A larger surplus is a typing error. */
const MOST_FOUND = 500

/**
 * Receives surplus parts and writes off missing ones, with the reason. Scanned parts are there. If all of the rest are missing, those are
 * written off; else those without a serial number, the oldest first, since only people see which the others are. @throws NOT_FOUND;
 * CONFLICT if the record has changed since the count, or too few of the missing ones lack a serial number; BAD_REQUEST for far more than
 * there should be
 */
export async function countParts(
  { db, actor }: Call<'db'>,
  { typeId, counted, expected, reason, seen }: z.output<typeof countPartsInput>,
): Promise<PartCount> {
  const changed = await db.prisma.$transaction(async (tx) => {
    const { cost, inStock, reserved } = await lockPartType(tx, typeId)
    const before = inStock + reserved
    if (before !== expected)
      throw conflict(`The record has changed since you counted: it says ${before.toLocaleString('en-GB')} now. Count again.`)
    if (counted > before + MOST_FOUND) throw fieldError('validation_failed', 'counted', `At most ${MOST_FOUND} more than the record says`)
    const subject = { subjectType: 'part_type', subjectId: typeId.toLowerCase() }
    await recordAudit(tx, actor, { action: 'part_type.counted', ...subject, before: { counted: before }, after: { counted, reason } })
    const missing = before - counted
    if (missing <= 0) {
      const added = { typeId, serialNumber: null, quantity: -missing, location: null, cost: cost?.toNumber() ?? null, notes: reason }
      const received = missing === 0 ? [] : await addParts(tx, actor, added)
      await giveToWaiting(tx, actor, typeId)
      return { received: received.map(({ partNumber }) => partNumber), writtenOff: [] }
    }
    const unseen = Prisma.sql`type_id = ${typeId}::uuid AND state IN ('in_stock', 'reserved') AND id <> ALL(${seen}::uuid[])`
    const gone = await tx.$queryRaw<{ id: string; partNumber: string }[]>`
      SELECT id::text, part_number AS "partNumber" FROM parts
      WHERE ${unseen} AND state = 'in_stock'
        AND (serial_key IS NULL OR ${seen.length > 0} AND (SELECT count(*) FROM parts WHERE ${unseen}) = ${missing})
      ORDER BY created_at, id LIMIT ${missing} FOR UPDATE`
    if (gone.length < missing) {
      throw conflict(
        `${missing} are missing, but only ${gone.length} of the free ones have no serial number. Write off those with a serial number or reserved one by one, then count again.`,
      )
    }
    for (const { id } of gone) await writeOff(tx, actor, id, reason)
    return { received: [], writtenOff: gone.map(({ partNumber }) => partNumber) }
  })
  return { type: await partTypeById({ db }, { id: typeId }), ...changed }
}
