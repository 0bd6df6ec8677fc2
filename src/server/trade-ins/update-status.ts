import type * as z from 'zod'
import type { TradeIn, updateTradeInStatusInput } from '~/contracts/trade-ins'
import type { PrismaClient } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { withCustomer } from '~/server/customer-records/customer'
import { lockRow } from '~/server/platform/database/lock-row'
import { toTradeIn } from './read'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the trade-in since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateTradeInStatus(
  prisma: PrismaClient,
  actor: Actor,
  { id, status, version }: z.output<typeof updateTradeInStatusInput>,
): Promise<TradeIn> {
  return prisma.$transaction(async (tx) => {
    await lockRow(tx, 'trade-in', id, version)
    const was = await tx.tradeIn.findUniqueOrThrow({ where: { id }, select: { status: true } })
    const row = await tx.tradeIn.update({ where: { id }, data: { status }, include: withCustomer })
    const changed = changedFields(was, { status })
    if (changed) await recordAudit(tx, actor, { action: 'trade_in.status_changed', subjectType: 'trade_in', subjectId: id, ...changed })
    return toTradeIn(row)
  })
}
