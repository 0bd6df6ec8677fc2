import * as z from 'zod'
import { day, longest, requiredLine, rowId, rowVersion } from '~/contracts/fields'
import { decimalText, fractionOf, withoutZeros } from '~/contracts/fraction'
import { LONGEST_QUERY_TEXT } from '~/contracts/public-limits'
import { readRate } from './hashrate'
import { algorithmKey, hashesOfDifficulty, MOST_COMPARED, type NetworkAssumptions, type NetworkCoin } from './network'

/** Typed or fetched figures. Numbers and texts become plain decimal texts, digit for digit. */

export const MOST_COINS = 60

const LONGEST_DECIMAL = 60
const PLAIN = /^(?:\d+(?:\.\d*)?|\.\d+)$/
const WITH_POWER = /^\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i

interface DecimalRules {
  name: string
  digits: number
  places: number
}

/** A decimal above 0, as a plain text. */
const positive = ({ name, digits, places }: DecimalRules) =>
  z
    .union([z.number(), z.string().trim().check(longest(LONGEST_DECIMAL))], { error: `${name} must be a number` })
    .transform((given, context) => {
      const text = String(given)
      const isWritten = typeof given === 'number' ? WITH_POWER.test(text) : PLAIN.test(text)
      const refuse = (message: string) => {
        context.issues.push({ code: 'custom', input: given, message })
        return z.NEVER
      }
      if (!isWritten) return refuse(`${name} must be a number`)
      const plain = withoutZeros(decimalText(fractionOf(text), places))
      if (plain === '0') return refuse(`${name} must be above 0`)
      if (plain.replace(/\..*/, '').length > digits) return refuse(`${name} is too large`)
      return plain
    })

/** H/s, as a number or as '650 EH/s'. */
const rate = (rules: DecimalRules) =>
  z
    .union([z.number(), z.string().check(longest(LONGEST_DECIMAL))], { error: `${rules.name} must be a number` })
    .transform((given) => (typeof given === 'string' ? (readRate(given)?.hashesPerSecond ?? given) : given))
    .pipe(positive(rules))

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), z.null(), schema])
    .optional()
    .transform((value) => value ?? null)

const NO_TICKER = 'Two to ten letters or digits, such as BTC'
const ticker = z
  .string({ error: NO_TICKER })
  .trim()
  .check(longest(10, NO_TICKER))
  .toUpperCase()
  .regex(/^[A-Z\d]{2,10}$/, NO_TICKER)

const LONGEST_NAME = 60
const figures = {
  coin: ticker,
  name: requiredLine('Name is required', LONGEST_NAME),
  algorithm: requiredLine('Algorithm is required', LONGEST_NAME).refine((text) => algorithmKey(text) !== '', 'Algorithm is required'),
  /** H/s. */
  networkHashrate: orNull(rate({ name: 'Network hashrate', digits: 30, places: 8 })),
  difficulty: orNull(positive({ name: 'Difficulty', digits: 30, places: 8 })),
  /** Coins. */
  blockReward: positive({ name: 'Block reward', digits: 16, places: 12 }),
  blockSeconds: positive({ name: 'Block time', digits: 8, places: 4 }),
  /** EUR per coin. */
  price: positive({ name: 'Price', digits: 16, places: 12 }),
  mergedWith: orNull(ticker),
  halvesOn: orNull(day),
}

const EITHER = 'Enter the network’s hashrate, or its difficulty'
const UNKNOWN_DIFFICULTY = 'Enter the hashrate: how many hashes a difficulty of this algorithm takes is not known here'

const whole = <Shape extends Pick<NetworkCoin, 'coin' | 'algorithm' | 'networkHashrate' | 'difficulty' | 'mergedWith'>>(
  context: z.core.ParsePayload<Shape>,
) => {
  const { coin, algorithm, networkHashrate, difficulty, mergedWith } = context.value
  const refuse = (path: string, message: string) => context.issues.push({ code: 'custom', input: context.value, path: [path], message })
  if ((networkHashrate === null) === (difficulty === null))
    refuse('networkHashrate', networkHashrate === null ? EITHER : 'Enter one of the two')
  else if (difficulty !== null && hashesOfDifficulty(algorithm) === null) refuse('difficulty', UNKNOWN_DIFFICULTY)
  if (mergedWith === coin) refuse('mergedWith', 'Another coin')
}

export const networkCoinForm = z.object(figures).check(whole)
export type NetworkCoinValues = z.output<typeof networkCoinForm>

export const saveNetworkCoinInput = z
  .object({
    ...figures,
    /** As read; a stale one is CONFLICT. Left out: adds the coin, or the last save wins. */
    version: rowVersion.optional(),
  })
  .check(whole)

export const removeNetworkCoinInput = z.object({ coin: ticker, version: rowVersion.optional() })

const share = (name: string, { lowest = 0, highest = 100 }: { lowest?: number; highest?: number } = {}) =>
  z
    .union([z.number(), z.string().check(longest(40))], { error: `${name} must be a number` })
    .transform((given) => (typeof given === 'number' || given.trim() !== '' ? Number(given) : Number.NaN))
    .pipe(
      z
        .number({ error: `${name} must be a number` })
        .min(lowest, `At least ${lowest}`)
        .max(highest, `At most ${highest}`)
        .refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, 'At most two decimals')
        .transform((percent) => Math.round(percent * 100) / 100),
    )

/** Percent. */
export const networkAssumptionsForm = z
  .object({
    growthLow: share('Slow growth', { lowest: -50 }),
    growthHigh: share('Fast growth', { lowest: -50 }),
    poolFee: share('Pool fee', { highest: 99 }),
    uptime: share('Uptime', { lowest: 1 }),
  } satisfies Record<keyof NetworkAssumptions, z.ZodType>)
  .refine(({ growthLow, growthHigh }) => growthLow <= growthHigh, { path: ['growthHigh'], error: 'No slower than the slow growth' })

export const saveNetworkAssumptionsInput = z.object({
  values: networkAssumptionsForm,
  /** As read; a stale one is CONFLICT. */
  version: z.int().nonnegative().optional(),
})

/** Figures cannot be from the future, but clocks differ by minutes. */
const CLOCKS_MS = 10 * 60 * 1000

/** The answer of `NETWORK_API_URL` (docs/earnings.md). @param now ms */
export const networkAnswer = (now: number) =>
  z
    .object({
      time: z.iso.datetime({ offset: true }).refine((time) => Date.parse(time) <= now + CLOCKS_MS, 'in the future'),
      source: requiredLine('missing', LONGEST_NAME),
      coins: z.array(z.object(figures).check(whole)).min(1).max(MOST_COINS),
    })
    .check((context) => {
      const { coins } = context.value
      const mains = new Map(coins.filter(({ mergedWith }) => mergedWith === null).map((coin) => [coin.coin, algorithmKey(coin.algorithm)]))
      const seen = new Set<string>()
      for (const [at, { coin, mergedWith, algorithm }] of coins.entries()) {
        const refuse = (path: string, message: string) =>
          context.issues.push({ code: 'custom', input: coin, path: ['coins', at, path], message })
        if (seen.has(coin)) refuse('coin', 'named twice')
        seen.add(coin)
        if (mergedWith !== null && mains.get(mergedWith) !== algorithmKey(algorithm))
          refuse('mergedWith', 'no coin of the same algorithm that is mined by itself')
      }
    })
export type NetworkAnswer = z.output<ReturnType<typeof networkAnswer>>

/** Products by slug, machines of the trade-in catalogue by id. */
export const compareInput = z
  .object({
    products: z
      .array(z.string().check(longest(LONGEST_QUERY_TEXT)))
      .max(MOST_COMPARED)
      .default([]),
    machines: z.array(rowId).max(MOST_COMPARED).default([]),
  })
  .refine(({ products, machines }) => products.length + machines.length <= MOST_COMPARED, `At most ${MOST_COMPARED} machines`)

export interface StoredCoin extends NetworkCoin {
  isTyped: boolean
  version: number
}

export interface NetworkPage {
  coins: StoredCoin[]
  assumptions: NetworkAssumptions
  /** 0 for the defaults. */
  assumptionsVersion: number
  /** Hours after which figures are hidden. */
  staleHours: number
  /** Null without a configured address. */
  feed: {
    /** Host only: the rest of the address may hold secrets. */
    host: string
    triedAt: Date | null
    fetchedAt: Date | null
    failure: string | null
  } | null
}
