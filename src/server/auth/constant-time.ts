import { setTimeout as wait } from 'node:timers/promises'

const STEP_MS = 250

/**
 * Does the work and answers after a whole number of steps, so that how long it took does not tell
 * which way it went (a known address or an unknown one).
 */
export async function inConstantTime<T>(work: () => Promise<T>, stepMs = STEP_MS): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - started
    await wait(Math.ceil(taken / stepMs) * stepMs - taken)
  }
}
