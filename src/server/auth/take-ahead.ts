import { RateLimiterRes } from 'rate-limiter-flexible'
import type { StatementLimiter } from './statement-limiter'

/** A limit is counted ahead by a thousandth of its tries at most: what a process that ends leaves unused is missed by nobody. */
const SHARE = 1_000

/**
 * Counts many tries in one statement and hands them out one by one, so that a change need not write a counter too. What
 * was counted and not handed out is lost with its process; never are more tries let through than the limit says (docs/decisions/067).
 */
export class TakenAhead {
  readonly #left = new Map<string, { tries: number; until: number }>()

  /** Counts a try. @returns null, or the time (ms) until the next one where all are spent */
  async take(limiter: StatementLimiter, points: number, key: string): Promise<number | null> {
    const known = this.#left.get(key)
    if (known && known.tries > 0 && performance.now() < known.until) {
      known.tries -= 1
      return null
    }
    this.#left.delete(key)
    const many = Math.max(1, Math.floor(points / SHARE))
    try {
      const { msBeforeNext } = await limiter.consume(key, many)
      // Another call may have counted some meanwhile.
      const others = this.#left.get(key)?.tries ?? 0
      this.#left.set(key, { tries: others + many - 1, until: performance.now() + msBeforeNext })
      return null
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      // So many are not left: all but one are given back.
      const { consumedPoints } = many === 1 ? reason : await limiter.reward(key, many - 1)
      return consumedPoints > points ? reason.msBeforeNext : null
    }
  }

  /** All tries have been given back: those are counted anew. */
  forget(key: string): void {
    this.#left.delete(key)
  }
}
