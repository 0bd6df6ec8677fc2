import { TRPCError } from '@trpc/server'
import type { Prisma } from '~/generated/prisma/client'
import { orderPageOf } from '~/lib/record-paths'
import { networkOf } from '~/server/identity/auth/limits'
import { hashToken, keyedHash } from '~/server/platform/secrets'
import type { Services } from '~/server/services'

/** The secret is derived from the order's id; only its hash is stored. */

const secretOf = ({ secret }: Pick<Services, 'secret'>, orderId: string): string => keyedHash(secret, 'order-link', orderId)

export const tokenHashOf = (services: Pick<Services, 'secret'>, orderId: string): string => hashToken(secretOf(services, orderId))

export const pageOf = (services: Pick<Services, 'secret'>, orderId: string): string => orderPageOf(secretOf(services, orderId))

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
