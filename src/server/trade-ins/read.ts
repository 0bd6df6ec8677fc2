import type { TradeIn } from '~/contracts/trade-ins'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { toCustomer, withCustomer } from '~/server/customers/customer'
import { toAmountOrNull } from '~/server/db/amount'
import { notFound } from '~/server/db/stale'

type TradeInRow = Prisma.TradeInGetPayload<{ include: typeof withCustomer }>

/** A trade-in as it goes over the wire. */
export const toTradeIn = ({ user, estimatedValue, finalValue, ...row }: TradeInRow): TradeIn => ({
  ...row,
  estimatedValue: toAmountOrNull(estimatedValue),
  finalValue: toAmountOrNull(finalValue),
  customer: toCustomer(user),
})

/** @throws NOT_FOUND */
export async function tradeInById(prisma: PrismaClient, id: string): Promise<TradeIn> {
  const row = await prisma.tradeIn.findUnique({ where: { id }, include: withCustomer })
  if (!row) throw notFound('trade-in')
  return toTradeIn(row)
}
