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
 * Estimated earnings of a machine, with the range for a growing difficulty. A month has 30 days. Money is in whole cents, sums in EUR with
 * ten decimals.
 */

const DAY_SECONDS = 86_400
const DAY_MS = 1000 * DAY_SECONDS
export const MONTH_DAYS = 30
/** Daily averages cover the next 12 months. */
const AVERAGED_DAYS = 12 * MONTH_DAYS
/** A later break-even counts as none: the network is not foreseeable for longer. */
export const MOST_MONTHS = 36
const MOST_DAYS = MOST_MONTHS * MONTH_DAYS
const COIN_PLACES = 8
const COIN_UNITS = 16
const SUM_PLACES = 10
const CENT_PLACES = 2

/** Today's figure, and the daily averages of the next 12 months for fast and slow growth. */
export interface Ranged<Figure> {
  today: Figure
  low: Figure
  high: Figure
}

export interface Earnings {
  coins: (Ranged<string> & Pick<NetworkCoin, 'coin' | 'name'>)[]
  /** Cents per day. */
  income: Ranged<number>
  /** Cents per day; null without a price of electricity. */
  cost: number | null
  /** Cents per day. */
  result: Ranged<number> | null
  /** Days until the machine has earned its price; null for more than 36 months or never. Absent without its price or one of electricity. */
  breakEven?: { soonest: number | null; latest: number | null }
}

const percent = (share: number): Fraction => dividedBy(fractionOf(share), fractionOf(100))
const left = (share: number): Fraction => {
  const { over, under } = percent(share)
  return { over: under - over, under }
}
const cents = (euro: Fraction): number => Number(inUnits(euro, CENT_PLACES))

/** On average. */
function hashesOfBlock({ difficulty, networkHashrate, algorithm, blockSeconds }: NetworkCoin): Fraction {
  if (networkHashrate !== null) return times(fractionOf(networkHashrate), fractionOf(blockSeconds))
  return times(fractionOf(difficulty ?? 0), fractionOf(hashesOfDifficulty(algorithm) ?? 0))
}

/** At the present difficulty: the machine's share of a day's blocks, less the pool's fee and downtime. */
function coinsOfDay(coin: NetworkCoin, hashrate: number, { poolFee, uptime }: NetworkAssumptions): Fraction {
  const hashesOfDay = times(fractionOf(hashrate), fractionOf(DAY_SECONDS))
  const blocks = dividedBy(hashesOfDay, hashesOfBlock(coin))
  return times(blocks, fractionOf(coin.blockReward), left(poolFee), percent(uptime))
}

/** Whole UTC days; null without a halving ahead. */
function daysToHalving({ halvesOn, at }: NetworkCoin, now: number): number | null {
  if (halvesOn === null || Date.parse(halvesOn) <= Date.parse(at)) return null
  return Math.max(0, Math.ceil((Date.parse(halvesOn) - now) / DAY_MS))
}

/**
 * Coins of each coming day, in units of the decimal place.
 * @param perDay at the present difficulty and reward @param halvesIn days; null for never @param growth percent per month
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
/** Of the next 12 months. */
const averageOf = (days: readonly bigint[], places: number): Fraction => ({
  over: sumOf(days.slice(0, AVERAGED_DAYS)),
  under: 10n ** BigInt(places) * BigInt(AVERAGED_DAYS),
})

const together = (coins: readonly bigint[][]): bigint[] =>
  Array.from({ length: MOST_DAYS }, (_none, day) => sumOf(coins.map((days) => days[day] ?? 0n)))

/**
 * Days until the results equal the price. On days that cost more than they bring the machine is off and earns nothing.
 * @param income of each day, like `cost` in units of SUM_PLACES
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

/** EUR of electricity. */
const costOfDay = (watts: number, perKilowattHour: string, { uptime }: NetworkAssumptions): Fraction =>
  times(fractionOf(watts), fractionOf(24), fractionOf(perKilowattHour), percent(uptime), { over: 1n, under: 1000n })

/** Earnings on a coin with its merged-mined coins. @param electricity EUR per kWh, '0.28'; null if unknown @param now ms */
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

export type MachineEarnings =
  | { state: 'current'; earnings: Earnings; group: CoinGroup }
  /** All figures of its algorithm are too old; `at` is the time of the newest. */
  | { state: 'stale'; at: string }
  | { state: 'unknown' }

/** For the coin that earns most today, among those with fresh figures. */
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
