import { setTimeout as wait } from 'node:timers/promises'
import { circuitBreaker, CircuitState, ConsecutiveBreaker, DelegateBackoff, handleWhen, isBrokenCircuitError, retry, wrap } from 'cockatiel'
import { PlatformError } from './platform-error'

export interface RetryOptions {
  retries: number
  firstWaitMs: number
  longestWaitMs: number
  /** Failures in a row after which the circuit opens. */
  failuresToBreak: number
  breakMs: number
}

const retryable = (error: Error) => error instanceof PlatformError && error.retryable

export const DEFAULT_RETRIES: RetryOptions = { retries: 4, firstWaitMs: 500, longestWaitMs: 15_000, failuresToBreak: 8, breakMs: 30_000 }

const LONGEST_PAUSE_MS = 60_000

/** Longest pause (ms) that a request waits. If the platform asks for more, it fails unsent. */
export interface Patience {
  longestPauseMs?: number
}

/** Half-open lets one request through as a test. */
export type Circuit = 'closed' | 'open' | 'half-open'

export interface RetryPolicy {
  /** @throws {PlatformError} also while the circuit is open, with the last failure as cause */
  run: <Answer>(request: () => Promise<Answer>, patience?: Patience) => Promise<Answer>
  circuit: () => Circuit
}

/** Holds all requests during a pause that the platform asks for. */
function createGate() {
  let opensAt = 0
  return async <Answer>(request: () => Promise<Answer>, { longestPauseMs = LONGEST_PAUSE_MS }: Patience): Promise<Answer> => {
    for (let left = opensAt - performance.now(); left > 0; left = opensAt - performance.now()) {
      if (left > longestPauseMs)
        throw new PlatformError('The platform has asked for a pause', { retryable: false, isUndone: true, retryAfterMs: Math.ceil(left) })
      await wait(Math.ceil(left))
    }
    try {
      return await request()
    } catch (error) {
      const asked = error instanceof PlatformError ? (error.options.retryAfterMs ?? 0) : 0
      opensAt = Math.max(opensAt, performance.now() + asked)
      throw error
    }
  }
}

/** Delays grow randomly, no shorter than the platform allows; many failures in a row open the circuit. */
export function createRetryPolicy(
  { retries, firstWaitMs, longestWaitMs, failuresToBreak, breakMs }: RetryOptions,
  random: () => number,
): RetryPolicy {
  const backoff = new DelegateBackoff<{ attempt: number }>(({ attempt }) =>
    Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1) * (0.75 + random() / 2)),
  )
  const retrying = retry(handleWhen(retryable), { maxAttempts: retries, backoff })
  const breaker = circuitBreaker(handleWhen(retryable), { halfOpenAfter: breakMs, breaker: new ConsecutiveBreaker(failuresToBreak) })
  const circuit = () => (breaker.state === CircuitState.Closed ? 'closed' : breaker.state === CircuitState.HalfOpen ? 'half-open' : 'open')
  const policy = wrap(retrying, breaker)
  const gate = createGate()
  let last: Error | undefined
  breaker.onFailure(({ reason }) => {
    if ('error' in reason) last = reason.error
  })
  const run = async <Answer>(request: () => Promise<Answer>, patience: Patience = {}) => {
    try {
      return await policy.execute(() => gate(request, patience))
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error
      const words = `Not asked for a while after many failures in a row: ${last?.message ?? 'no answer'}`
      // Nothing was sent now, nor before if the request is not retried.
      throw new PlatformError(words, { retryable: true, isUndone: true, cause: last })
    }
  }
  return { run, circuit }
}
