import { TRPCError } from '@trpc/server'
import type { Prisma } from '~/generated/prisma/client'
import { networkOf } from '~/server/identity/auth/limits'
import { hashToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'

/** Failed tries are limited by network. @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function orderOfLink(
  {
    db,
    limits,
    client,
  }: { db: { prisma: Pick<Prisma.TransactionClient, 'orderSale'> }; client: { ip: string | null } } & Pick<Services, 'limits'>,
  token: string,
): Promise<string> {
  const found = await db.prisma.orderSale.findUnique({ where: { tokenHash: hashToken(token) }, select: { orderId: true } })
  if (found) return found.orderId
  await limits.take('trackingTries', networkOf(client))
  throw new TRPCError({ code: 'NOT_FOUND', message: 'This link does not work, or has expired. Please write to us.' })
}
