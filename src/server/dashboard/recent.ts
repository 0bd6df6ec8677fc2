import { RECENT_ROWS, type RecentRows } from '~/contracts/dashboard'
import type { PrismaClient } from '~/generated/prisma/client'

/** The newest repairs, trade-ins and orders (spec §9). */
export async function readRecent(prisma: PrismaClient): Promise<RecentRows> {
  const newest = { take: RECENT_ROWS, orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }] }
  const common = { id: true, status: true, createdAt: true }
  const [repairs, tradeIns, orders] = await Promise.all([
    prisma.repair.findMany({ ...newest, select: { ...common, repairNumber: true } }),
    prisma.tradeIn.findMany({ ...newest, select: { ...common, tradeInNumber: true } }),
    prisma.order.findMany({ ...newest, select: { ...common, orderNumber: true } }),
  ])
  return { repairs, tradeIns, orders }
}
