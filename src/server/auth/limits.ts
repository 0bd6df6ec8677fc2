import { RateLimiterRes } from 'rate-limiter-flexible'
import type { PrismaClient } from '~/generated/prisma/client'
import { Network } from '~/server/platform/network/network'
import { readJsonWithin, type JsonReader } from '~/server/platform/database/column-values'
import { codedError } from '~/server/platform/errors'
import { keyedHash } from '~/server/platform/secrets'
import { StatementLimiter } from './statement-limiter'

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
  /** Sessions that one account begins in one network. */
  signedIn: { points: 300, duration: HOUR },
  /** What one customer, or one administrator, changes: each change is an entry of the audit log too. */
  changesOfCustomer: { points: 300, duration: HOUR },
  changesOfAdmin: { points: 20_000, duration: HOUR },
  /** Files that one administrator exports. */
  exports: { points: 100, duration: HOUR },
  /** Statements of store credit that one account takes. */
  statements: { points: 60, duration: HOUR },
  /** Copies of their own data that one account takes. */
  ownData: { points: 10, duration: HOUR },
  /** Accounts opened from one network. */
  signUp: { points: 60, duration: HOUR },
  /** Emails to one address, verification and reset, that one network asks for. */
  reset: { points: 5, duration: HOUR },
  /** The same, while emails to the address are asked for from many networks: its owner's next one still goes. */
  resetUnderAttack: { points: 1, duration: HOUR },
  /** Emails to one address that all networks ask for: above it, `resetUnderAttack` holds. */
  resetAddress: { points: 20, duration: HOUR },
  /** Passwords tried for one verification link. */
  verifyPassword: { points: 10, duration: 15 * MINUTE },
  /** Emails asked for from one network, and links tried in vain. */
  resetNetwork: { points: 100, duration: HOUR },
  /** Codes tried for one factor from one network (factor-tries.ts). */
  verify: { points: 5, duration: 5 * MINUTE },
  /** The same from everywhere, in a day: above it, `verifyUnderAttack` holds. */
  verifyEverywhere: { points: 50, duration: 24 * HOUR },
  /** Then: codes from all networks together in which the account has never proven a factor. */
  verifyUnderAttack: { points: 1, duration: 5 * MINUTE },
  /** Second factors that one account begins to add. */
  enroll: { points: 60, duration: HOUR },
  /** Codes sent to one phone that counts, in the same three steps. */
  texts: { points: 5, duration: 5 * MINUTE },
  textsEverywhere: { points: 50, duration: 24 * HOUR },
  textsUnderAttack: { points: 1, duration: 5 * MINUTE },
  /** Codes sent to phones that are being added: of one factor, of one account, and to one number for all accounts. */
  newTexts: { points: 10, duration: 10 * MINUTE },
  newTextsOfUser: { points: 30, duration: HOUR },
  newTextsToPhone: { points: 30, duration: HOUR },
  /** All codes sent for one network in a day, and those to phones that are being added. */
  textsOfNetwork: { points: 100, duration: 24 * HOUR },
  newTextsOfNetwork: { points: 50, duration: 24 * HOUR },
  /** The same for the whole shop; SMS_PER_DAY says how many. */
  textsOfShop: { points: 1000, duration: 24 * HOUR },
  newTextsOfShop: { points: 500, duration: 24 * HOUR },
  /** Codes of authenticator apps that one account is asked for in one network. */
  challengeApp: { points: 30, duration: 5 * MINUTE },
  /** Refreshes of one session. */
  refresh: { points: 120, duration: 5 * MINUTE },
  /** Refreshes with unknown tokens from one network. */
  refreshNetwork: { points: 60, duration: 5 * MINUTE },
  /** Repairs and trade-ins that one network asks for online, and links tried in vain. */
  requestNetwork: { points: 40, duration: HOUR },
  /** Emails to one address that one network's requests cause, and all networks' together: above it, `requestUnderAttack` holds. */
  request: { points: 5, duration: HOUR },
  requestAddress: { points: 20, duration: 24 * HOUR },
  requestUnderAttack: { points: 1, duration: HOUR },
  /** Files that one network adds to its requests. */
  requestFiles: { points: 120, duration: HOUR },
  /** Carts that one network hands over to the platform's checkout. */
  checkout: { points: 60, duration: 10 * MINUTE },
  /** Amounts of store credit that one customer moves to the shop platform, or back. */
  creditTransfers: { points: 200, duration: HOUR },
  /** Links to cases that one network tries in vain. */
  trackingTries: { points: 100, duration: HOUR },
  /** Answers to estimates and offers from one network, and pictures that come with them. */
  trackingAnswers: { points: 120, duration: HOUR },
  /** Links to cases that one network asks for, and those that are asked for one number. */
  trackingLinks: { points: 20, duration: HOUR },
  trackingLinksOfNumber: { points: 3, duration: HOUR },
  /** Messages that customers without an account send from one network, and those of one case's customer. */
  messagesOfNetwork: { points: 120, duration: HOUR },
  messagesOfCase: { points: 60, duration: HOUR },
  /** Messages of the contact form from one network, and those of them with one address. */
  contact: { points: 20, duration: HOUR },
  contactAddress: { points: 5, duration: HOUR },
  /** Addresses that one network asks to have the newsletter sent to. */
  newsletter: { points: 30, duration: HOUR },
  /** Emails of the newsletter's box to one address, whoever asks for them. */
  newsletterAddress: { points: 3, duration: 24 * HOUR },
} as const

export type LimitName = keyof typeof RULES

/**
 * What is limited, such as a user's id or `networkOf(client)`, which counts for its wider networks too. Null counts nothing.
 */
export type LimitKey = string | Network | null

export interface Limits {
  /**
   * Counts a try.
   * @throws TOO_MANY_REQUESTS with the seconds until the next try
   */
  take(name: LimitName, key: LimitKey): Promise<void>
  /** How many tries a limit lets through. */
  most(name: LimitName): number
  /** Counts a try without refusing it. @returns how many have been counted, this one included */
  note(name: LimitName, key: LimitKey): Promise<number>
  /** Whether the next `take` would be refused. */
  isSpent(name: LimitName, key: LimitKey): Promise<boolean>
  /** Gives one try back: it was a good one. */
  reward(name: LimitName, key: LimitKey): Promise<void>
  /** Gives all tries back. */
  reset(name: LimitName, key: LimitKey): Promise<void>
  /** The same limits, counted in a transaction: what it undoes has not been tried. */
  within(tx: Pick<PrismaClient, 'rateLimit' | '$queryRaw'>): Limits
}

/** What holds the counters: the database, or a transaction of it. */
interface Counters extends JsonReader {
  prisma: Pick<PrismaClient, 'rateLimit'>
}

/** What a person reads when tries are spent. */
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

/** The shop's budget of text messages in a day; half of it for phones that are being added. */
export const smsBudget = (perDay: number) => ({ textsOfShop: perDay, newTextsOfShop: Math.ceil(perDay / 2) })

interface LimitOptions {
  db: Counters
  secret: string
  /** Tries of some limits, instead of what stands above. */
  most?: Partial<Record<LimitName, number>>
}

/**
 * The limits on tries, counted in the database, so that all processes agree (docs/decisions/011).
 * They go by the wall clock, as the library does. Keys are kept hashed: the table names nobody.
 */
export function createLimits({ db, secret, most = {} }: LimitOptions): Limits {
  const pointsOf = (name: LimitName) => most[name] ?? RULES[name].points
  const hashed = (key: string) => keyedHash(secret, 'limits', key)
  const made = new Map<string, StatementLimiter>()

  /** The library's limiter of a rule, with so many times its points. */
  const limiterOf = (name: LimitName, share: number): StatementLimiter => {
    const known = made.get(`${name} ${share}`)
    if (known) return known
    const limiter = new StatementLimiter(db, {
      storeClient: db.prisma,
      tableName: 'rateLimit',
      keyPrefix: name,
      clearExpiredByTimeout: false,
      points: pointsOf(name) * share,
      duration: RULES[name].duration,
    })
    made.set(`${name} ${share}`, limiter)
    return limiter
  }

  /** What a key is counted as: itself, or each of a network's ranges, the narrowest first. */
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
        // One after the other: a network that is refused takes nothing from those around it.
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
    within: (tx) => createLimits({ db: { prisma: tx, readJson: readJsonWithin(tx) }, secret, most }),
  }
}

/**
 * The network that a call comes from, as `Limits` counts it. Null only for a call made inside the server: a request over
 * HTTP whose address cannot be told has one too (`UNKNOWN_ADDRESS`).
 */
export const networkOf = ({ ip }: { ip: string | null }): Network | null => (ip === null ? null : Network.of(ip))
