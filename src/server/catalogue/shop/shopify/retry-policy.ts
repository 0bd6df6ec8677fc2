import { circuitBreaker, CircuitState, ConsecutiveBreaker, DelegateBackoff, handleWhen, isBrokenCircuitError, retry, wrap } from 'cockatiel'
import { PlatformError } from './platform-error'

/** Limits of retries, in milliseconds and counts. */
export interface RetryOptions {
  /** Attempts after the first. */
  retries: number
  /** Before the first retry; doubled at each. */
  firstWaitMs: number
  longestWaitMs: number
  /** Failures in a row after which the circuit opens. */
  failuresToBreak: number
  breakMs: number
}

export const DEFAULT_RETRIES: RetryOptions = { retries: 4, firstWaitMs: 500, longestWaitMs: 15_000, failuresToBreak: 8, breakMs: 30_000 }

const retryable = (error: Error) => error instanceof PlatformError && error.retryable

/** Closed: requests go through; open: none do; half-open: one does, as a test. */
export type Circuit = 'closed' | 'open' | 'half-open'

/** Runs requests, and reports the circuit's state. */
export interface RetryPolicy {
  /** @throws {PlatformError} also while the circuit is open, with the last failure as its cause */
  run: <Answer>(request: () => Promise<Answer>) => Promise<Answer>
  circuit: () => Circuit
}

/**
 * Retries a request that may succeed later, after the platform's own delay or growing random ones, and opens the circuit after many
 * failures in a row.
 */
export function createRetryPolicy(
  { retries, firstWaitMs, longestWaitMs, failuresToBreak, breakMs }: RetryOptions,
  random: () => number,
): RetryPolicy {
  const backoff = new DelegateBackoff<{ attempt: number; result: unknown }>(({ attempt, result }) => {
    const asked = errorOf(result)
    const growing = firstWaitMs * 2 ** (attempt - 1) * (0.75 + random() / 2)
    return Math.min(longestWaitMs, Math.max(asked ?? 0, growing))
  })
  const retrying = retry(handleWhen(retryable), { maxAttempts: retries, backoff })
  const breaker = circuitBreaker(handleWhen(retryable), { halfOpenAfter: breakMs, breaker: new ConsecutiveBreaker(failuresToBreak) })
  const circuit = () => (breaker.state === CircuitState.Closed ? 'closed' : breaker.state === CircuitState.HalfOpen ? 'half-open' : 'open')
  const policy = wrap(retrying, breaker)
  let last: Error | undefined
  breaker.onFailure(({ reason }) => {
    if ('error' in reason) last = reason.error
  })
  const run = async <Answer>(request: () => Promise<Answer>) => {
    try {
      return await policy.execute(request)
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error
      const words = `Not asked for a while after many failures in a row: ${last?.message ?? 'no answer'}`
      // Nothing was sent now, and requests that are not repeated were not sent before either.
      throw new PlatformError(words, { retryable: true, isUndone: true, cause: last })
    }
  }
  return { run, circuit }
}

/** The platform's own delay, from cockatiel's record of the failed attempt. */
function errorOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('error' in result)) return undefined
  return result.error instanceof PlatformError ? result.error.options.retryAfterMs : undefined
}
