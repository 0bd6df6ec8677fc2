import type * as z from 'zod'
import type { TradeIn, updateTradeInStatusInput } from '~/contracts/trade-ins'
import type { PrismaClient } from '~/generated/prisma/client'
import { withCustomer } from '~/server/customers/customer'
import { asItWas, updateRefusal } from '~/server/db/stale'
import { toTradeIn } from './read'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the trade-in since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateTradeInStatus(
  prisma: PrismaClient,
  { id, status, version }: z.output<typeof updateTradeInStatusInput>,
): Promise<TradeIn> {
  const [row] = await prisma.tradeIn.updateManyAndReturn({ where: asItWas({ id }, version), data: { status }, include: withCustomer })
  if (!row) throw updateRefusal('trade-in', await prisma.tradeIn.count({ where: { id } }))
  return toTradeIn(row)
}
