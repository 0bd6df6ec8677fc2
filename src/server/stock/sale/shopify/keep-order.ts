import type { Services } from '~/server/services'
import { platformNotices } from '~/server/catalogue/shop/shopify/platform-notices'
import { linesOf, type PlatformOrder } from './platform-order'
import { upsertOrder, type UpsertOutcome } from './upsert-order'

/** Milliseconds by which the platform's clock may run ahead. */
export const NEWEST_MS = 10 * 60 * 1000

/** A time far ahead counts as now, or every later state would be the older one. @param triggeredAt as for `upsertOrder` */
export async function keepOrder(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  order: PlatformOrder,
  triggeredAt: Date | null,
): Promise<UpsertOutcome> {
  const { prisma } = db
  const at = now()
  const isAhead = order.updated_at.getTime() - at.getTime() > NEWEST_MS
  const outcome = await upsertOrder(prisma, isAhead ? { ...order, updated_at: at } : order, triggeredAt)
  const unread = linesOf(order)?.unread ?? 0
  if (unread > 0 && outcome !== 'unchanged')
    await platformNotices({ prisma, now, log }).say('orders', { kind: 'unread_lines', subject: order.name, detail: String(unread) })
  return outcome
}
