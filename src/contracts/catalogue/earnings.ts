import { decimalText, dividedBy, type Fraction, fractionOf, inUnits, plus, times } from '~/contracts/fraction'
import {
  coinGroupsOf,
  hashesOfDifficulty,
  isStale,
  type CoinGroup,
  type EarningMachine,
  type NetworkAssumptions,
  type NetworkCoin,
  type NetworkFigures,
} from './network'

/**
 * Earnings of a machine: an estimate, always with the range in which it lies while the difficulty grows. A month has 30 days here; the
 * difficulty grows from one month to the next. Money is counted in whole cents, sums in EUR with ten decimals.
 */

const DAY_SECONDS = 86_400
const DAY_MS = 1000 * DAY_SECONDS
export const MONTH_DAYS = 30
/** The averages of a day are of the next 12 months. */
const AVERAGED_DAYS = 12 * MONTH_DAYS
/** A break-even later than this is none: nobody knows a network so long ahead. */
export const MOST_MONTHS = 36
const MOST_DAYS = MOST_MONTHS * MONTH_DAYS
const COIN_PLACES = 8
/** Coins of a day are summed up this finely. */
const COIN_UNITS = 16
const SUM_PLACES = 10
const CENT_PLACES = 2

/** Today's figure, and the averages of a day in the next 12 months where the difficulty grows fast and where it grows slowly. */
export interface Ranged<Figure> {
  today: Figure
  low: Figure
  high: Figure
}

export interface Earnings {
  /** Coins of a day, with 8 decimals; the one that the machine works for first. */
  coins: (Ranged<string> & Pick<NetworkCoin, 'coin' | 'name'>)[]
  /** Cents of a day. */
  income: Ranged<number>
  /** Cents of a day; null without a price of electricity. */
  cost: number | null
  /** Cents of a day. */
  result: Ranged<number> | null
  /** Days until the machine has earned its price; null for more than 36 months or never. Absent without a price of it or of electricity. */
  breakEven?: { soonest: number | null; latest: number | null }
}

const percent = (share: number): Fraction => dividedBy(fractionOf(share), fractionOf(100))
const left = (share: number): Fraction => {
  const { over, under } = percent(share)
  return { over: under - over, under }
}
const cents = (euro: Fraction): number => Number(inUnits(euro, CENT_PLACES))

/** Hashes that a block takes, on average. */
function hashesOfBlock({ difficulty, networkHashrate, algorithm, blockSeconds }: NetworkCoin): Fraction {
  if (networkHashrate !== null) return times(fractionOf(networkHashrate), fractionOf(blockSeconds))
  return times(fractionOf(difficulty ?? 0), fractionOf(hashesOfDifficulty(algorithm) ?? 0))
}

/** Coins of a day at the present difficulty: its share of a day's blocks, without the pool's fee and the time that it stands still. */
function coinsOfDay(coin: NetworkCoin, hashrate: number, { poolFee, uptime }: NetworkAssumptions): Fraction {
  const hashesOfDay = times(fractionOf(hashrate), fractionOf(DAY_SECONDS))
  const blocks = dividedBy(hashesOfDay, hashesOfBlock(coin))
  return times(blocks, fractionOf(coin.blockReward), left(poolFee), percent(uptime))
}

/** Whole days from now to the day of the halving (UTC); null where none is ahead: the reward is what it is. */
function daysToHalving({ halvesOn, at }: NetworkCoin, now: number): number | null {
  if (halvesOn === null || Date.parse(halvesOn) <= Date.parse(at)) return null
  return Math.max(0, Math.ceil((Date.parse(halvesOn) - now) / DAY_MS))
}

/**
 * Coins of each of the days ahead, in units of a decimal place.
 * @param perDay at the present difficulty and reward
 * @param halvesIn days; null never
 * @param growth of the difficulty from month to month, per cent
 */
function daysAhead(perDay: Fraction, halvesIn: number | null, growth: number, places: number): bigint[] {
  const slower = dividedBy(fractionOf(100), plus(fractionOf(100), fractionOf(growth)))
  const days: bigint[] = []
  let whole = perDay
  for (let month = 0; month < MOST_MONTHS; month += 1) {
    const [full, half] = [inUnits(whole, places), inUnits(dividedBy(whole, fractionOf(2)), places)]
    for (let day = 0; day < MONTH_DAYS; day += 1) days.push(halvesIn !== null && days.length >= halvesIn ? half : full)
    whole = times(whole, slower)
  }
  return days
}

const sumOf = (units: readonly bigint[]) => units.reduce((sum, unit) => sum + unit, 0n)
/** Of the days of the next 12 months. */
const averageOf = (days: readonly bigint[], places: number): Fraction => ({
  over: sumOf(days.slice(0, AVERAGED_DAYS)),
  under: 10n ** BigInt(places) * BigInt(AVERAGED_DAYS),
})

/** The income of each day, all coins together. */
const together = (coins: readonly bigint[][]): bigint[] =>
  Array.from({ length: MOST_DAYS }, (_none, day) => sumOf(coins.map((days) => days[day] ?? 0n)))

/**
 * Days until the results have paid the price. A machine that costs more than it brings is switched off, and earns nothing on that day.
 * @param income of each day, in units of SUM_PLACES as `cost`
 */
function daysToEarn(price: number, income: readonly bigint[], cost: bigint): number | null {
  const wanted = inUnits(fractionOf(price), SUM_PLACES)
  let earned = 0n
  for (const [day, units] of income.entries()) {
    if (units > cost) earned += units - cost
    if (earned >= wanted) return day + 1
  }
  return null
}

/** EUR of a day's electricity. */
const costOfDay = (watts: number, perKilowattHour: string, { uptime }: NetworkAssumptions): Fraction =>
  times(fractionOf(watts), fractionOf(24), fractionOf(perKilowattHour), percent(uptime), { over: 1n, under: 1000n })

/**
 * Earnings of a machine on a coin and those that come with it.
 * @param electricity EUR for a kWh, '0.28'; null where it is not known
 * @param now ms
 */
export function earningsOn(
  { coins: group }: CoinGroup,
  { hashrate, watts, price }: Omit<EarningMachine, 'algorithm'>,
  { assumptions, electricity, now }: { assumptions: NetworkAssumptions; electricity: string | null; now: number },
): Earnings {
  const { growthLow, growthHigh } = assumptions
  const mined = group.map((coin) => {
    const perDay = coinsOfDay(coin, hashrate, assumptions)
    const halvesIn = daysToHalving(coin, now)
    const ahead = (growth: number) => ({
      coins: averageOf(daysAhead(perDay, halvesIn, growth, COIN_UNITS), COIN_UNITS),
      income: daysAhead(times(perDay, fractionOf(coin.price)), halvesIn, growth, SUM_PLACES),
    })
    const today = halvesIn === 0 ? dividedBy(perDay, fractionOf(2)) : perDay
    return { coin, today, slow: ahead(growthLow), fast: ahead(growthHigh) }
  })
  const slow = together(mined.map((coin) => coin.slow.income))
  const fast = together(mined.map((coin) => coin.fast.income))
  const income = {
    today: cents({ over: slow[0] ?? 0n, under: 10n ** BigInt(SUM_PLACES) }),
    low: cents(averageOf(fast, SUM_PLACES)),
    high: cents(averageOf(slow, SUM_PLACES)),
  }
  const cost = electricity === null ? null : costOfDay(watts, electricity, assumptions)
  const costCents = cost && cents(cost)
  const costUnits = cost ? inUnits(cost, SUM_PLACES) : 0n
  const less = (amount: number) => amount - (costCents ?? 0)
  return {
    coins: mined.map(({ coin: { coin, name }, ...amounts }) => ({
      coin,
      name,
      today: decimalText(amounts.today, COIN_PLACES),
      low: decimalText(amounts.fast.coins, COIN_PLACES),
      high: decimalText(amounts.slow.coins, COIN_PLACES),
    })),
    income,
    cost: costCents,
    result: costCents === null ? null : { today: less(income.today), low: less(income.low), high: less(income.high) },
    ...(cost && price > 0 && { breakEven: { soonest: daysToEarn(price, slow, costUnits), latest: daysToEarn(price, fast, costUnits) } }),
  }
}

/** An estimate of a machine, or why there is none. */
export type MachineEarnings =
  | { state: 'current'; earnings: Earnings; group: CoinGroup }
  /** All figures of its algorithm are too old; `at` is when the newest were true. */
  | { state: 'stale'; at: string }
  /** Nobody knows figures of its algorithm. */
  | { state: 'unknown' }

/** The earnings of a machine on the coin that brings it most today, among those whose figures are fresh. */
export function machineEarnings(
  machine: EarningMachine,
  network: NetworkFigures,
  { electricity, now }: { electricity: string | null; now: number },
): MachineEarnings {
  const groups = coinGroupsOf(machine.algorithm, network)
  const fresh = groups.filter(({ at }) => !isStale(at, now))
  const found = fresh.map((group) => ({
    group,
    earnings: earningsOn(group, machine, { assumptions: network.assumptions, electricity, now }),
  }))
  const best = found.toSorted((a, b) => b.earnings.income.today - a.earnings.income.today)[0]
  if (best) return { state: 'current', ...best }
  const at = groups.map((group) => group.at).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
  return at === undefined ? { state: 'unknown' } : { state: 'stale', at }
}
