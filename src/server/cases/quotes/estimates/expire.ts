import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { auditRepair } from '~/server/cases/update-case'
import { settleEstimatedCost } from './costs'

/** So many in one round; the rest waits for the next. Until then they are shown as expired all the same (`stateAt`). */
const PORTION = 500

const SHOP: Actor = { userId: null, email: null }

/**
 * Writes down that sent estimates are over, each in a transaction of its own: an answer of the same moment comes before or after it.
 * @param then what belongs to it, in the same transaction
 * @returns how many
 */
export async function expireEstimates(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  then?: (tx: Prisma.TransactionClient, id: string) => Promise<void>,
): Promise<number> {
  const isOver = { state: 'sent', expiresAt: { lte: now() } } as const
  const over = await db.prisma.repairEstimate.findMany({
    where: isOver,
    orderBy: { expiresAt: 'asc' },
    take: PORTION,
    select: { id: true, repairId: true, number: true },
  })
  return eachApart(log, over, ({ id, repairId, number }) =>
    db.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM repairs WHERE id = ${repairId}::uuid FOR UPDATE`
      const { count } = await tx.repairEstimate.updateMany({ where: { id, ...isOver }, data: { state: 'expired' } })
      if (count === 0) return false
      await settleEstimatedCost(tx, repairId)
      await auditRepair(tx, SHOP, repairId, 'estimate_expired', { after: { estimate: number } })
      await then?.(tx, id)
      return true
    }),
  )
}
