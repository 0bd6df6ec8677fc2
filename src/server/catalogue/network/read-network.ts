import { defaultAssumptions, type NetworkAssumptions, type NetworkCoin, type NetworkFigures } from '~/contracts/catalogue/network'
import { MOST_COINS } from '~/contracts/catalogue/network-inputs'
import { shownLine } from '~/contracts/fields'
import type { NetworkAssumption, NetworkCoin as Row, PrismaClient } from '~/generated/prisma/client'

type Reader = Pick<PrismaClient, 'networkCoin' | 'networkAssumption'>

/** Plain SQL may have left more than a form takes. */
const MOST_ROWS = 5 * MOST_COINS

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

export const toCoin = (row: Row): NetworkCoin => ({
  coin: row.coin,
  name: shownLine(row.name),
  algorithm: shownLine(row.algorithm),
  networkHashrate: row.networkHashrate?.toFixed() ?? null,
  difficulty: row.difficulty?.toFixed() ?? null,
  blockReward: row.blockReward.toFixed(),
  blockSeconds: row.blockSeconds.toFixed(),
  price: row.price.toFixed(),
  mergedWith: row.mergedWith,
  halvesOn: row.halvesOn && dayOf(row.halvesOn),
  source: shownLine(row.source),
  at: row.figuresAt.toISOString(),
})

export const toAssumptions = (row: NetworkAssumption | null): NetworkAssumptions =>
  row
    ? {
        growthLow: row.growthLow.toNumber(),
        growthHigh: row.growthHigh.toNumber(),
        poolFee: row.poolFee.toNumber(),
        uptime: row.uptime.toNumber(),
      }
    : defaultAssumptions

export const readCoins = (prisma: Reader) => prisma.networkCoin.findMany({ orderBy: { coin: 'asc' }, take: MOST_ROWS })

export async function readNetwork(prisma: Reader): Promise<NetworkFigures> {
  const coins = await readCoins(prisma)
  return { coins: coins.map(toCoin), assumptions: toAssumptions(await prisma.networkAssumption.findUnique({ where: { id: 1 } })) }
}
