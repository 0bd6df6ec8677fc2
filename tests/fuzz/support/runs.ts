import { randomInt } from 'node:crypto'

/**
 * How many inputs a run makes up: `npm run fuzz` asks for 20,000 by FUZZ_RUNS, `npm run test:full` for fewer, both with
 * another seed each time; a failure prints it, and FUZZ_SEED plays the same inputs again. The gate plays the same few
 * each time, so that a change fails by its own fault alone.
 */
const GATE_RUNS = 60
const GATE_SEED = 20_261_122

const asked = process.env.FUZZ_RUNS
const runs = Number(asked ?? GATE_RUNS)
/** True in a run of the gate. */
export const isGate = asked === undefined
export const seed = Number(process.env.FUZZ_SEED ?? (asked === undefined ? GATE_SEED : randomInt(2 ** 31)))

/** A part of all inputs, at least one. */
export const share = (part: number) => Math.max(1, Math.round(runs * part))

/** For a message of a failure. */
export const replay = `FUZZ_RUNS=${runs} FUZZ_SEED=${seed}`

/** Ten times what a quiet machine needs (ms). */
export const LONGEST_MS = Math.max(120_000, runs * 100)
