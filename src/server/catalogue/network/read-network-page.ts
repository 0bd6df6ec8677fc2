import { STALE_HOURS } from '~/contracts/catalogue/network'
import type { NetworkPage } from '~/contracts/catalogue/network-inputs'
import type { Services } from '~/server/services'
import { readCoins, toAssumptions, toCoin } from './read-network'

export async function readNetworkPage({ db: { prisma }, networkUrl }: Pick<Services, 'db' | 'networkUrl'>): Promise<NetworkPage> {
  const coins = await readCoins(prisma)
  const assumptions = await prisma.networkAssumption.findUnique({ where: { id: 1 } })
  const feed = networkUrl === null ? null : await prisma.networkFeed.findUnique({ where: { id: 1 } })
  return {
    coins: coins.map((row) => ({ ...toCoin(row), isTyped: row.isTyped, version: row.version })),
    assumptions: toAssumptions(assumptions),
    assumptionsVersion: assumptions?.version ?? 0,
    staleHours: STALE_HOURS,
    feed:
      networkUrl === null
        ? null
        : {
            host: new URL(networkUrl).host,
            triedAt: feed?.triedAt ?? null,
            fetchedAt: feed?.fetchedAt ?? null,
            failure: feed?.failure ?? null,
          },
  }
}
