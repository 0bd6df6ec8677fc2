/**
 * Networks of coins, as machines earn on them. Pages run this module in the browser, so it imports no validator. Decimals are texts, because
 * binary fractions move cents.
 */

/** The figures of one coin. */
export interface NetworkCoin {
  /** Its ticker: 'BTC'. */
  coin: string
  name: string
  /** As the source writes it: 'SHA-256'. */
  algorithm: string
  /** Of all machines together, H/s (Sol/s for Equihash); null where the difficulty says it. */
  networkHashrate: string | null
  /** Null where the hashrate says it. */
  difficulty: string | null
  /** Coins for a block, with its usual fees where the source counts them. */
  blockReward: string
  /** Seconds between two blocks, on average. */
  blockSeconds: string
  /** EUR. */
  price: string
  /** The coin whose miners earn this one besides, without further work; null for one that is mined by itself. */
  mergedWith: string | null
  /** The day from which a block brings half, '2028-04-17'; null where none is known. */
  halvesOn: string | null
  /** 'mempool.space' */
  source: string
  /** When the figures were true (ISO timestamp). */
  at: string
}

/** The assumptions of an estimate, in per cent. */
export interface NetworkAssumptions {
  /** Growth of the difficulty in 30 days, at the least and at the most. */
  growthLow: number
  growthHigh: number
  /** The fee of a pool, in per cent of the coins. */
  poolFee: number
  /** Of the time the machine runs. */
  uptime: number
}

/** The figures of networks on public pages. */
export interface NetworkFigures {
  /** By ticker. */
  coins: NetworkCoin[]
  assumptions: NetworkAssumptions
}

export const defaultAssumptions: NetworkAssumptions = { growthLow: 1, growthHigh: 4, poolFee: 2, uptime: 97 }
export const noNetwork: NetworkFigures = { coins: [], assumptions: defaultAssumptions }

/** Figures of this age are no longer shown (hours). */
export const STALE_HOURS = 48
const HOUR_MS = 60 * 60 * 1000

/** @param at when figures were true; what is no time is stale */
export const isStale = (at: string, now: number): boolean => !(now - Date.parse(at) < STALE_HOURS * HOUR_MS)

/** Other names of the same work for machines. */
const SYNONYMS: Partial<Record<string, string>> = { sha256d: 'sha256', ethash: 'etchash', heavyhash: 'kheavyhash' }

/** The same for all spellings of an algorithm: 'SHA-256', 'sha256d' and 'SHA 256' are one. */
export function algorithmKey(algorithm: string): string {
  const plain = algorithm.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return SYNONYMS[plain] ?? plain
}

/**
 * Hashes that a block takes for a difficulty of 1, by `algorithmKey`. Networks count their difficulty each in its own way: Bitcoin's family
 * from a target of 32 bits, Equihash from one of 13, Ethereum's from 1. Others are known by their hashrate.
 */
const HASHES_OF_DIFFICULTY: Partial<Record<string, number>> = {
  sha256: 2 ** 32,
  scrypt: 2 ** 32,
  x11: 2 ** 32,
  equihash: 2 ** 13,
  etchash: 1,
  randomx: 1,
}
export const hashesOfDifficulty = (algorithm: string): number | null => HASHES_OF_DIFFICULTY[algorithmKey(algorithm)] ?? null

/** A machine, as far as its earnings depend on it. */
export interface EarningMachine {
  algorithm: string
  /** H/s. */
  hashrate: number
  watts: number
  /** EUR; 0 where none is known. */
  price: number
}

/** A machine of a comparison. */
export interface ComparedMachine {
  /** In the address of the comparison: a product's slug or a trade-in machine's id. */
  key: string
  kind: 'product' | 'trade-in'
  name: string
  /** The product's page; null for a machine that is only taken in. */
  href: string | null
  /** As they are written: '110 TH/s', '3250W', '29.5 J/TH'. */
  hashrate: string
  power: string
  efficiency: string
  /** EUR; 0 on request. */
  price: number
  /** Null where hashrate, power or algorithm are not known. */
  earning: EarningMachine | null
}

export const MOST_COMPARED = 4

/** The coins that machines of an algorithm can choose between: each with those that come with it. */
export interface CoinGroup {
  coins: readonly [NetworkCoin, ...NetworkCoin[]]
  /** The oldest of them (ISO timestamp). */
  at: string
}

export function coinGroupsOf(algorithm: string, { coins }: Pick<NetworkFigures, 'coins'>): CoinGroup[] {
  const wanted = algorithmKey(algorithm)
  const ofAlgorithm = coins.filter((coin) => algorithmKey(coin.algorithm) === wanted)
  return ofAlgorithm
    .filter(({ mergedWith }) => mergedWith === null)
    .map((main) => {
      const group = [main, ...ofAlgorithm.filter(({ mergedWith }) => mergedWith === main.coin)] as const
      const [at = main.at] = group.map((coin) => coin.at).toSorted((a, b) => Date.parse(a) - Date.parse(b))
      return { coins: [main, ...group.slice(1)], at }
    })
}
