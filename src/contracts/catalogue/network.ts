/** Runs in the browser on public pages, so it imports no validator. Decimals are texts, because binary fractions move cents. */

export interface NetworkCoin {
  /** Ticker, 'BTC'. */
  coin: string
  name: string
  /** As the source writes it, 'SHA-256'. */
  algorithm: string
  /** H/s of the whole network (Sol/s for Equihash); null if the difficulty gives it. */
  networkHashrate: string | null
  /** Null if the hashrate gives it. */
  difficulty: string | null
  /** Coins per block, with average fees if the source includes them. */
  blockReward: string
  /** Average seconds between blocks. */
  blockSeconds: string
  /** EUR. */
  price: string
  /** The coin whose miners earn this one as well; null for one that is mined on its own. */
  mergedWith: string | null
  /** First day of halved rewards, '2028-04-17'; null if unknown. */
  halvesOn: string | null
  /** 'mempool.space' */
  source: string
  /** ISO timestamp of the figures. */
  at: string
}

/** In percent. */
export interface NetworkAssumptions {
  /** Least growth of the difficulty in 30 days; `growthHigh` is the most. */
  growthLow: number
  growthHigh: number
  /** Of the coins. */
  poolFee: number
  /** Of the time. */
  uptime: number
}

export interface NetworkFigures {
  coins: NetworkCoin[]
  assumptions: NetworkAssumptions
}

export const defaultAssumptions: NetworkAssumptions = { growthLow: 1, growthHigh: 4, poolFee: 2, uptime: 97 }
export const noNetwork: NetworkFigures = { coins: [], assumptions: defaultAssumptions }

/** Hours after which figures are hidden. */
export const STALE_HOURS = 48
const HOUR_MS = 60 * 60 * 1000

/** @param at time of the figures; an invalid one is stale */
export const isStale = (at: string, now: number): boolean => !(now - Date.parse(at) < STALE_HOURS * HOUR_MS)

const SYNONYMS: Partial<Record<string, string>> = { sha256d: 'sha256', ethash: 'etchash', heavyhash: 'kheavyhash' }

/** One key for all spellings: 'SHA-256', 'sha256d' and 'SHA 256'. */
export function algorithmKey(algorithm: string): string {
  const plain = algorithm.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return SYNONYMS[plain] ?? plain
}

/**
 * Hashes per block at difficulty 1, by `algorithmKey`: Bitcoin's family has a 32-bit target, Equihash a 13-bit one. For others only the
 * hashrate is known.
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

export interface EarningMachine {
  algorithm: string
  /** H/s. */
  hashrate: number
  watts: number
  /** EUR; 0 if unknown. */
  price: number
}

export interface ComparedMachine {
  /** In the comparison's address: a product's slug or a trade-in machine's id. */
  key: string
  kind: 'product' | 'trade-in'
  name: string
  /** Null for a machine that is only taken in. */
  href: string | null
  /** As written: '110 TH/s', '3250W', '29.5 J/TH'. */
  hashrate: string
  power: string
  efficiency: string
  /** EUR; 0 for a price on request. */
  price: number
  /** Null if hashrate, power or algorithm are unknown. */
  earning: EarningMachine | null
}

export const MOST_COMPARED = 4

/** Coins that a machine can choose between, each with its merged-mined coins. */
export interface CoinGroup {
  coins: readonly [NetworkCoin, ...NetworkCoin[]]
  /** ISO timestamp of the oldest figure. */
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
