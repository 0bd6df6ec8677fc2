import { isIPv6 } from 'node:net'
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import type { PrismaClient } from '~/generated/prisma/client'
import { authError } from './auth-error'
import { keyedHash } from './secrets'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How many tries (`points`) in how many seconds (`duration`), from the first one on. */
const RULES = {
  /** Failed sign-ins with one address from one network. */
  signIn: { points: 10, duration: 15 * MINUTE },
  /** The same, while the address is being tried from many networks: its owner's first tries still count. */
  signInUnderAttack: { points: 3, duration: 15 * MINUTE },
  /** Failed sign-ins with one address from everywhere: above it, `signInUnderAttack` holds. */
  signInAddress: { points: 100, duration: HOUR },
  /** Failed sign-ins from one network, with any address. */
  signInNetwork: { points: 100, duration: 15 * MINUTE },
  /** Accounts opened from one network. */
  signUp: { points: 60, duration: HOUR },
  /** Letters to one address: verification and reset. */
  reset: { points: 5, duration: HOUR },
  /** Letters asked for from one network, and links tried in vain. */
  resetNetwork: { points: 100, duration: HOUR },
  /** Codes tried for one factor or account. */
  verify: { points: 5, duration: 5 * MINUTE },
  /** The same over a day, for patient guessers. */
  verifyDaily: { points: 100, duration: 24 * HOUR },
  /** Second factors that one account begins to add. */
  enroll: { points: 60, duration: HOUR },
  /** Codes sent for one factor. */
  challenge: { points: 10, duration: 10 * MINUTE },
  /** Codes sent for all factors of one account, and to one phone number for all accounts. */
  textsOfUser: { points: 30, duration: HOUR },
  textsToPhone: { points: 30, duration: HOUR },
  /** Codes of authenticator apps that one account is asked for. */
  challengeApp: { points: 60, duration: 10 * MINUTE },
  /** Refreshes of one session. */
  refresh: { points: 120, duration: 5 * MINUTE },
  /** Refreshes with unknown tokens from one network. */
  refreshNetwork: { points: 60, duration: 5 * MINUTE },
} as const

export type LimitName = keyof typeof RULES

export interface Limits {
  /**
   * Counts a try; the key is what is limited, such as a user's id or `networkOf(client)`. Null counts nothing.
   * @throws TOO_MANY_REQUESTS with the seconds until the next try
   */
  take(name: LimitName, key: string | null): Promise<void>
  /** Counts a try without refusing it. */
  note(name: LimitName, key: string | null): Promise<void>
  /** Whether the next `take` would be refused. */
  isSpent(name: LimitName, key: string | null): Promise<boolean>
  /** Gives one try back: it was a good one. */
  reward(name: LimitName, key: string | null): Promise<void>
  /** Gives all tries back. */
  reset(name: LimitName, key: string | null): Promise<void>
}

/** What a person reads when tries are spent. */
function waitSentence(seconds: number): string {
  if (seconds < MINUTE) return `Too many attempts. Please try again in ${seconds} second${seconds === 1 ? '' : 's'}.`
  const minutes = Math.ceil(seconds / MINUTE)
  return `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
}

function tooMany(msBeforeNext: number) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return authError('TOO_MANY_REQUESTS', 'over_request_rate_limit', waitSentence(seconds), seconds)
}

/**
 * The limits on tries, counted in the database, so that all processes agree (docs/decisions/011).
 * They go by the wall clock, as the library does. Keys are kept hashed: the table names nobody.
 */
export function createLimits({ prisma, secret }: { prisma: PrismaClient; secret: string }): Limits {
  const limiter = (name: LimitName) =>
    new RateLimiterPrisma({ storeClient: prisma, tableName: 'rateLimit', keyPrefix: name, clearExpiredByTimeout: false, ...RULES[name] })
  const made = new Map<LimitName, RateLimiterPrisma>()
  const of = (name: LimitName) => {
    const known = made.get(name) ?? limiter(name)
    made.set(name, known)
    return known
  }
  const hashed = (key: string) => keyedHash(secret, 'limits', key)

  return {
    async take(name, key) {
      if (key === null) return
      try {
        await of(name).consume(hashed(key))
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason
      }
    },
    async note(name, key) {
      if (key !== null) await of(name).penalty(hashed(key))
    },
    async isSpent(name, key) {
      if (key === null) return false
      const state = await of(name).get(hashed(key))
      return state !== null && state.consumedPoints >= RULES[name].points
    },
    async reward(name, key) {
      if (key !== null) await of(name).reward(hashed(key))
    },
    async reset(name, key) {
      if (key !== null) await of(name).delete(hashed(key))
    },
  }
}

const IPV6_NETWORK_GROUPS = 4

/** The groups of an IPv6 address, written out. */
function ipv6Groups(address: string): string[] {
  const [before = '', after] = address.split('%')[0]?.split('::') ?? []
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  if (after === undefined) return groups(before)
  const [left, right] = [groups(before), groups(after)]
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
}

/**
 * The network that a call comes from: an IPv4 address, or the /64 of an IPv6 one, which is one
 * customer's. Null for a call made inside the server.
 */
export function networkOf({ ip }: { ip: string | null }): string | null {
  if (ip === null) return null
  if (!isIPv6(ip)) return ip
  return ipv6Groups(ip)
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
