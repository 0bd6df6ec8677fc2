import { randomInt } from 'node:crypto'

/**
 * How many inputs a run makes up: `npm run fuzz` asks for 20,000 by FUZZ_RUNS, the tests for a share of that.
 * The seed is another one each time; a failure prints it, and FUZZ_SEED plays the same inputs again.
 */
const TEST_RUNS = 800

const runs = Number(process.env.FUZZ_RUNS ?? TEST_RUNS)
export const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))

/** A part of all inputs, at least one. */
export const share = (part: number) => Math.max(1, Math.round(runs * part))

/** For a message of a failure. */
export const replay = `FUZZ_RUNS=${runs} FUZZ_SEED=${seed}`

/** Ten times what a quiet machine needs (ms). */
export const LONGEST_MS = Math.max(120_000, runs * 100)
