import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import * as z from 'zod'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'
import { Network } from '~/server/platform/network/network'
import { codedError } from '~/server/platform/errors'
import { keyedHash } from '~/server/platform/secrets'
import { MINUTE, HOUR, LIMIT_RULES, type LimitName } from './limit-rules'

/** Such as a user's id, or `networkOf(client)`, which also counts for wider networks. Null is not counted. */
export type LimitKey = string | Network | null

export interface Limits {
  /** @throws TOO_MANY_REQUESTS with the seconds until the next try */
  take(name: LimitName, key: LimitKey): Promise<void>
  most(name: LimitName): number
  /** Counts without refusing. @returns the count, this try included */
  note(name: LimitName, key: LimitKey): Promise<number>
  isSpent(name: LimitName, key: LimitKey): Promise<boolean>
  reward(name: LimitName, key: LimitKey): Promise<void>
  reset(name: LimitName, key: LimitKey): Promise<void>
  /** Counts in a transaction: a rollback undoes the count. */
  within(tx: Counters['prisma']): Limits
}

type Counters = { prisma: Pick<PrismaClient, '$queryRawUnsafe'> } & Partial<JsonReader>

const counterRows = z.array(z.object({ points: z.int().optional(), expire: z.coerce.number().nullish() }))

const PARAMETER = /\$(\d+)/

function statementOf(text: string, values: readonly unknown[]): Prisma.Sql {
  const parts = text.replace(/;\s*$/, '').split(PARAMETER)
  const raw = parts.filter((_, index) => index % 2 === 0)
  const given = parts.filter((_, index) => index % 2 === 1).map((number) => values[Number(number) - 1])
  return new Prisma.Sql(raw, given)
}

const clientOf = ({ prisma, readJson }: Counters) => ({
  query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    // Runs at every change, so the statement goes straight to the driver.
    const counted =
      readJson && text.includes('RETURNING')
        ? await readJson(Prisma.sql`WITH counted AS (${statementOf(text, values)}) SELECT json_agg(counted)::text FROM counted`)
        : await prisma.$queryRawUnsafe(text, ...values)
    const rows = counterRows.parse(counted)
    return { rows, rowCount: rows.length }
  },
})

function waitSentence(seconds: number): string {
  if (seconds < MINUTE) return `Too many attempts. Please try again in ${seconds} second${seconds === 1 ? '' : 's'}.`
  const minutes = Math.ceil(seconds / MINUTE)
  if (seconds > 2 * HOUR) return `Too many attempts. Please try again in ${Math.ceil(seconds / HOUR)} hours.`
  return `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
}

function tooMany(msBeforeNext: number) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return codedError('TOO_MANY_REQUESTS', 'over_request_rate_limit', waitSentence(seconds), seconds)
}

export const smsBudget = (perDay: number) => ({ textsOfShop: perDay, newTextsOfShop: Math.ceil(perDay / 2) })

interface LimitOptions {
  db: Counters
  secret: string
  most?: Partial<Record<LimitName, number>>
}

/** In the database for all processes (docs/decisions/010), by the wall clock. Hashed keys name nobody. */
export function createLimits({ db, secret, most = {} }: LimitOptions): Limits {
  const pointsOf = (name: LimitName) => most[name] ?? LIMIT_RULES[name].points
  const hashed = (key: string) => keyedHash(secret, 'limits', key)
  const made = new Map<string, RateLimiterPostgres>()

  const limiterOf = (name: LimitName, share: number): RateLimiterPostgres => {
    const known = made.get(`${name} ${share}`)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: clientOf(db),
      storeType: 'pool',
      tableName: 'limit_counters',
      tableCreated: true,
      keyPrefix: name,
      clearExpiredByTimeout: false,
      points: pointsOf(name) * share,
      duration: LIMIT_RULES[name].duration,
    })
    made.set(`${name} ${share}`, limiter)
    return limiter
  }

  /** A network has a counter for each range, the narrowest first. */
  const countersOf = (name: LimitName, key: LimitKey) => {
    if (key === null) return []
    const ranges = typeof key === 'string' ? [{ name: key, share: 1 }] : key.ranges
    return ranges.map(({ share, name: range }) => ({
      limiter: limiterOf(name, share),
      points: pointsOf(name) * share,
      key: hashed(range),
    }))
  }

  return {
    async take(name, key) {
      try {
        // In order: a refused network takes nothing from those around it.
        for (const counter of countersOf(name, key)) await counter.limiter.consume(counter.key)
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason
      }
    },
    most: pointsOf,
    async note(name, key) {
      const counted: number[] = []
      for (const counter of countersOf(name, key)) counted.push((await counter.limiter.penalty(counter.key)).consumedPoints)
      return counted[0] ?? 0
    },
    async isSpent(name, key) {
      for (const counter of countersOf(name, key)) {
        const state = await counter.limiter.get(counter.key)
        if (state !== null && state.consumedPoints >= counter.points) return true
      }
      return false
    },
    async reward(name, key) {
      for (const counter of countersOf(name, key)) await counter.limiter.reward(counter.key)
    },
    async reset(name, key) {
      for (const counter of countersOf(name, key)) await counter.limiter.delete(counter.key)
    },
    within: (tx) => createLimits({ db: { prisma: tx }, secret, most }),
  }
}

/** Null only inside the server: a request without a readable address has a network too (`UNKNOWN_ADDRESS`). */
export const networkOf = ({ ip }: { ip: string | null }): Network | null => (ip === null ? null : Network.of(ip))

/** Limits on actions that strangers request about a person: by network, over all networks, and by network once that is exceeded. */
export interface LimitSteps {
  own: LimitName
  everywhere: LimitName
  underAttack: LimitName
}

/**
 * The three steps of docs/decisions/011: tries elsewhere never take a network's first one. @param about the subject
 * @throws TOO_MANY_REQUESTS
 */
export async function takeInSteps(
  limits: Limits,
  about: string,
  network: Network | null,
  { own, everywhere, underAttack }: LimitSteps,
): Promise<void> {
  const pair = network?.for(about) ?? about
  if (await limits.isSpent(everywhere, about)) await limits.take(underAttack, pair)
  await limits.take(own, pair)
  await limits.note(everywhere, about)
}
