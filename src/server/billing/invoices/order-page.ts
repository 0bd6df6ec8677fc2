import type { Prisma } from '~/generated/prisma/client'
import { orderPageOf } from '~/lib/record-paths'
import { hashToken, keyedHash } from '~/server/platform/secrets'
import type { Services } from '~/server/services'

/** The page of an order of the own checkout, for people without an account. Its secret is derived from the order's id; only its hash is stored. */

type Secret = Pick<Services, 'secret'>

const secretOf = ({ secret }: Secret, orderId: string): string => keyedHash(secret, 'order-link', orderId)

export const orderTokenHash = (services: Secret, orderId: string): string => hashToken(secretOf(services, orderId))

export const orderPage = (services: Secret, orderId: string): string => orderPageOf(secretOf(services, orderId))

/** Null for an order without such a page: one that staff or the shop platform opened. */
export async function findOrderPage(
  tx: Pick<Prisma.TransactionClient, 'orderSale'>,
  services: Secret,
  orderId: string,
): Promise<string | null> {
  const sale = await tx.orderSale.findUnique({ where: { orderId }, select: { tokenHash: true } })
  return sale && sale.tokenHash === orderTokenHash(services, orderId) ? orderPage(services, orderId) : null
}
